import { describe, expect, it } from "vitest";
import { instantOf, listOf, priceOf, shareOf, wholeOrDecimal } from "#client/pages/admin/form-values.ts";

describe("a value typed by staff", () => {
  it.each([
    ["85", 0.85],
    ["92,5", 0.925],
    [" 110.25 % ", 1.1025],
    ["85\u00a0%\u200b", 0.85],
    ["57", 0.57],
  ])("is read as a payout without rounding errors: %s", (text, share) => {
    expect(shareOf(text)).toBe(share);
  });

  it.each([
    ["en", "1.0843", "1.0843"],
    ["en", " 1,0843\u200b", "1.0843"],
    ["de", "150,123", "150.123"],
    ["en", "150,123", "150,123"],
    ["en", "0,412", "0.412"],
    ["de", "96.412,5", "96.412,5"],
    ["fr", "1,2,3", "1,2,3"],
    ["it", "", ""],
  ])("in %s is sent as a price: %j as %j", (locale, text, price) => {
    expect(priceOf(text, locale)).toBe(price);
  });

  it.each([
    ["", []],
    [" , ", []],
    ["EUR/USD", ["EUR/USD"]],
    ["EUR/USD, gbpusd;XAU/USD\n#AAPL", ["EUR/USD", "gbpusd", "XAU/USD", "#AAPL"]],
  ])("such as %j is split into a list", (text, list) => {
    expect(listOf(text)).toEqual(list);
  });

  it.each(["", " ", "eighty", "1e3", "-5", "0x10", "1.2.3"])("such as %j is not a number", (text) => {
    expect(wholeOrDecimal(text)).toBeNaN();
  });

  it.each([
    ["2026-07-01T12:34", "", "2026-07-01T10:34:00.000Z"],
    ["2026-03-29T02:30", "", "2026-03-29T01:30:00.000Z"],
    ["2026-10-25T02:30", "first", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T02:30", "second", "2026-10-25T01:30:00.000Z"],
    ["2026-10-25T02:30", "", ""],
    ["2026-10-25T02:30", "third", ""],
    ["soon", "first", ""],
  ])("such as %j in Berlin, with %j for a repeated hour, is the time %j", (local, which, instant) => {
    expect(instantOf(local, "Europe/Berlin", which)).toBe(instant);
  });
});
