import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  AccountDeletion,
  CurrentPasscode,
  AccountName,
  FollowFeedQuery,
  PasscodeChange,
  ProfileChanges,
} from "#shared/contracts/profile.ts";

it("a member's name is optional and has up to 80 characters", () => {
  const isName = (length: number) => v.is(AccountName, "x".repeat(length));
  expect([0, 80, 81].map(isName)).toEqual([true, true, false]);
});

describe("a time zone", () => {
  const isZone = (time_zone: unknown) => v.is(ProfileChanges, { time_zone });

  it.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", null])(
    "may be %s",
    (zone) => {
      expect(isZone(zone)).toBe(true);
    },
  );

  it.each(["", "+01:00", "Europe/", "Europe/Atlantis", "Europe/Berlin\n", "A".repeat(65)])(
    "is not %j",
    (zone) => {
      expect(isZone(zone)).toBe(false);
    },
  );
});

describe("a passcode", () => {
  it("has 6 to 128 characters, including spaces at its ends", () => {
    const isNew = (passcode: string) => v.is(PasscodeChange, { passcode });
    expect([5, 6, 128, 129].map((length) => isNew("x".repeat(length)))).toEqual([false, true, true, false]);
    expect(v.parse(PasscodeChange, { passcode: "  horse  " })).toEqual({ passcode: "  horse  " });
  });

  it("given as the current one may have any length from 1 to 128", () => {
    const isCurrent = (length: number) => v.is(CurrentPasscode, "x".repeat(length));
    expect([0, 1, 128, 129].map(isCurrent)).toEqual([false, true, true, false]);
  });
});

it("the account id that confirms a deletion is trimmed", () => {
  expect(v.parse(AccountDeletion, { confirm: " DEMO-1001 " })).toEqual({ confirm: "DEMO-1001" });
});

it("the feed has no filters", () => {
  expect(v.is(FollowFeedQuery, { trader: "north-light" })).toBe(false);
});
