import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { CurrentPasscode, AccountName, FollowFeedQuery, ProfileChanges } from "#shared/contracts/profile.ts";

it.each(["two\nlines", "a\u202eb", "\u200b"])("a member's name is not %j", (name) => {
  expect(v.is(AccountName, name)).toBe(false);
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

it("the current passcode may have any length from 1 to 128", () => {
  const isCurrent = (length: number) => v.is(CurrentPasscode, "x".repeat(length));
  expect([0, 1, 128, 129].map(isCurrent)).toEqual([false, true, true, false]);
});

it("the feed has all signals or the open ones, and no other filter", () => {
  const isQuery = (query: object) => v.is(FollowFeedQuery, query);
  expect([{}, { outcome: "open" }].map(isQuery)).toEqual([true, true]);
  expect([{ outcome: "won" }, { trader: "north-light" }].map(isQuery)).toEqual([false, false]);
});
