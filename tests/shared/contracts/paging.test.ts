import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { AfterSeq, limitOf, PageCursor } from "#shared/contracts/paging.ts";

describe("a cursor of a list", () => {
  it("is a whole number of at most 15 digits; only the ledger's may be 0", () => {
    for (const place of ["1", "10", "999999999999999"]) {
      expect([v.parse(PageCursor, place), v.parse(AfterSeq, place)]).toEqual([Number(place), Number(place)]);
    }
    expect(v.parse(AfterSeq, "0")).toBe(0);
    expect(v.is(PageCursor, "0")).toBe(false);
  });

  it.each(["", "01", "-1", "+1", "1.0", "1e3", " 1", "1\n", "1000000000000000"])("is not %j", (place) => {
    expect([v.is(PageCursor, place), v.is(AfterSeq, place)]).toEqual([false, false]);
  });
});

describe("a limit", () => {
  const limit = limitOf({ default: 25, max: 1000 });

  it("is at least 1, has a maximum, and has a default", () => {
    expect([undefined, "1", "1000"].map((text) => v.parse(limit, text))).toEqual([25, 1, 1000]);
  });

  it.each(["", "0", "01", "1001", "9999", "10000", "1e1", "-1", "5\n", ["5"]])("is not %j", (text) => {
    const { issues } = v.safeParse(limit, text);
    expect(issues?.[0].message).toBe("must be a whole number from 1 to 1000");
  });
});
