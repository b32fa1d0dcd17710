import { expect, it } from "vitest";
import { isTimeZone } from "#shared/time-zone.ts";

it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])("%s is a time zone", (name) => {
  expect(isTimeZone(name)).toBe(true);
});

it.each(["Etc/Unknown", "Mars/Olympus", "", undefined, null, 5])("%j is none", (name) => {
  expect(isTimeZone(name)).toBe(false);
});
