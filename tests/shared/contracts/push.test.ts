import * as v from "valibot";
import { expect, it } from "vitest";
import { NewPushSubscription, NotificationChanges } from "#shared/contracts/push.ts";

/** Paths of the fields that are invalid. */
const faultsOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map((issue) => v.getDotPath(issue)) ?? [];

it.each([
  [{}, []],
  [{ quiet_from: "22:00", quiet_until: "07:00" }, []],
  [{ quiet_from: null, quiet_until: null }, []],
  [{ quiet_from: "22:00" }, ["quiet_until"]],
  [{ quiet_until: "22:00" }, ["quiet_from"]],
  [{ quiet_from: "22:00", quiet_until: null }, ["quiet_until"]],
  [{ quiet_from: null, quiet_until: "22:00" }, ["quiet_from"]],
  [{ quiet_from: "22:00", quiet_until: "22:00" }, ["quiet_until"]],
  [{ quiet_from: "24:00", quiet_until: "07:00" }, ["quiet_from"]],
  [{ quiet_from: "7:00", quiet_until: "08:00" }, ["quiet_from"]],
  [{ time_zone: "Mars/Base" }, ["time_zone"]],
  [{ language: "xx" }, ["language"]],
  [{ push: "yes" }, ["push"]],
  [{ muted: ["A B"] }, ["muted.0"]],
])("of the settings %j these fields are invalid: %j", (changes, faults) => {
  expect(faultsOf(NotificationChanges, changes)).toEqual(faults);
});

const KEYS = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };

it.each([
  [{}, []],
  [{ p256dh: `B${"A".repeat(85)}` }, ["keys.p256dh"]],
  [{ p256dh: "A".repeat(87) }, ["keys.p256dh"]],
  [{ auth: "A".repeat(20) }, ["keys.auth"]],
  [{ auth: `${"A".repeat(22)}==` }, ["keys.auth"]],
])("of a browser's keys with %j these are invalid: %j", (keys, faults) => {
  const browser = {
    endpoint: "https://push.example.com/a",
    keys: { ...KEYS, ...keys },
    language: "en",
    time_zone: "UTC",
  };
  expect(faultsOf(NewPushSubscription, browser)).toEqual(faults);
});
