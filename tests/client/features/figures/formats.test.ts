import { describe, expect, it } from "vitest";
import { createFormats, rateTexts } from "#client/features/figures/formats.ts";

const english = createFormats("en-US");
const german = createFormats("de-DE");

describe("number formats of the ledger", () => {
  it("show a missing value as a dash, not as zero", () => {
    expect(english.percent(null)).toBe("—");
    expect(english.signed(null)).toBe("—");
  });

  it("use a real minus sign, and no sign for zero", () => {
    expect(english.signed(-36.69)).toBe("−36.69");
    expect(german.signed(14.77)).toBe("+14,77");
    expect(english.signed(0)).toBe("0.00");
    expect([-0, -0.001].map(english.decimal)).toEqual(["0.00", "0.00"]);
    expect(english.decimal(-2)).toBe("−2.00");
    expect(english.tick(-10)).toBe("−10");
  });

  it("give rates a fixed number of decimals, and payouts only as many as they need", () => {
    expect(english.percent(0.52)).toBe("52.0%");
    expect(english.payout(0.92)).toBe("92%");
    expect(english.payout(0.855)).toBe("85.5%");
    expect(english.payout(0.8525)).toBe("85.25%");
  });

  it.each([
    ["1.0850", "1,0850"],
    ["64250", "64.250"],
    ["-37.63", "−37,63"],
    ["123456789012.123456789012", "123.456.789.012,123456789012"],
  ])("keep every digit of a quoted price: %s", (text, written) => {
    expect(german.price(text)).toBe(written);
  });

  it.each([
    [40 * 60_000, "40 min"],
    [90 * 60_000, "90 min"],
    [4 * 3_600_000, "4 hr"],
    [2 * 86_400_000, "2 days"],
    [30_000, "30 sec"],
    [30_250, "30 sec"],
  ])("name %i ms in the largest unit that fits: %s", (durationMs, text) => {
    expect(english.duration(durationMs)).toBe(text);
  });

  it.each([
    [0, "0 sec"],
    [27_000, "27 sec"],
    [151_000, "2 min 31 sec"],
    [3_600_000, "1 hr"],
    [3_661_000, "1 hr 1 min"],
    [2 * 86_400_000 + 3 * 3_600_000, "2 days 3 hr"],
  ])("write %i ms in up to two units: %s", (spanMs, text) => {
    expect(english.span(spanMs)).toBe(text);
  });

  it("name units as the language does", () => {
    expect(german.span(151_000)).toBe("2 Min. 31 Sek.");
  });
});

it("evidence has three digits and never reaches a mark by rounding", () => {
  expect([0.807778, 1, 3.2, 247.614, 399.96, 400].map(english.evidence)).toEqual([
    "0.807",
    "1",
    "3.2",
    "247",
    "399",
    "400",
  ]);
  expect([1e-9, 1e50].map(german.evidence)).toEqual(["< 0,001", "> 1.000.000"]);
});

describe("the rates of a record", () => {
  it("have one decimal", () => {
    const rates = { win_rate: 0.51461, interval: { low: 0.49246, high: 0.536675 }, break_even: 0.5412 };
    const texts = { rate: "51,5 %", low: "49,2 %", high: "53,7 %", breakEven: "54,1 %" };
    expect(rateTexts(rates, german)).toEqual(texts);
  });

  it("are dashes if there is no value", () => {
    const none = { win_rate: null, interval: null, break_even: null };
    expect(rateTexts(none, german)).toEqual({ rate: "—", low: "—", high: "—", breakEven: "—" });
  });
});
