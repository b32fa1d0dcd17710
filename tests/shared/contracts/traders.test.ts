import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { TraderQuery } from "#shared/contracts/trader-queries.ts";
import { Handle, NewTrader } from "#shared/contracts/traders.ts";

describe("a handle", () => {
  it.each(["ab", "a-1", "0".repeat(32)])("may be %s", (handle) => {
    expect(v.is(Handle, handle)).toBe(true);
  });

  it.each(["a", "-ab", "ab-", "Ab", "a_b", "a\nb", "0".repeat(33)])("is not %j", (handle) => {
    expect(v.is(Handle, handle)).toBe(false);
  });
});

it.each(["a\nb", "a\u0000b", "a\u202eb", "\u200b\u200b"])("a trader's name is not %j", (name) => {
  expect(v.is(NewTrader, { handle: "ab", name })).toBe(false);
});

it.each([
  { trader: "\u0007" },
  { trader: "x".repeat(81) },
  { asset: "=1" },
  { active_since: "yesterday" },
  { min_decided: "0" },
  { min_decided: "many" },
  { order: "net" },
])("a list of traders cannot be queried with %j", (query) => {
  expect(v.is(TraderQuery, query)).toBe(false);
});

describe("a cursor of the ranking", () => {
  it.each([
    ["-rank", "0.35662110391235,3"],
    ["rank", "-1,1"],
    ["-win_rate", "1e-7,999999999999999"],
    ["handle", `${"a-".repeat(15)}ab,1`],
    ["-handle", "007,1"],
  ])("sorted by %s may be %s", (sort, cursor) => {
    expect(v.is(TraderQuery, { sort, cursor })).toBe(true);
  });

  it.each([
    ["-rank", "north-light,3"],
    ["-rank", "1e999,3"],
    ["-rank", "0.5"],
    ["-rank", "0.5,3,4"],
    ["-rank", "0.5,1000000000000000"],
    ["handle", ",3"],
    ["handle", "North,3"],
    ["handle", `${"a".repeat(41)},3`],
  ])("sorted by %s may not be %s", (sort, cursor) => {
    expect(v.is(TraderQuery, { sort, cursor })).toBe(false);
  });
});
