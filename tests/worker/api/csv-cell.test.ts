import { describe, expect, it } from "vitest";
import { csvCell } from "#worker/api/export-part.ts";

describe("csvCell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["＝1", "'＝1"],
    ['say "no", twice', '"say ""no"", twice"'],
    ["no price;=1+1;-1", `"no price;'=1+1;'-1"`],
    ["no price; too late", '"no price; too late"'],
    ['say "no"', '"say ""no"""'],
    ["plain", "plain"],
    [-0.5, "-0.5"],
    [true, "true"],
    [null, ""],
  ])("writes %o as %o", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});
