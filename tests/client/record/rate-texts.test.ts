import { describe, expect, it } from "vitest";
import { createFormats } from "#client/record/formats.ts";
import { rateTexts } from "#client/record/rate-texts.ts";

const german = createFormats("de-DE");
const rates = { win_rate: 0.51461, interval: { low: 0.49246, high: 0.536675 }, break_even: 0.537331 };

describe("the rates behind a verdict", () => {
  it("have one decimal where that tells the bound from the break-even rate", () => {
    const told = { ...rates, break_even: 0.5412, verdict: "below" } as const;
    expect(rateTexts(told, german)).toEqual({
      rate: "51,5 %",
      low: "49,2 %",
      high: "53,7 %",
      breakEven: "54,1 %",
    });
  });

  it("have two where one would show a rate below the break-even rate as the same", () => {
    expect(rateTexts({ ...rates, verdict: "below" }, german)).toEqual({
      rate: "51,46 %",
      low: "49,25 %",
      high: "53,67 %",
      breakEven: "53,73 %",
    });
  });

  it("have two where one would show a rate above the break-even rate as the same", () => {
    const above = { ...rates, break_even: 0.49238, verdict: "above" } as const;
    expect(rateTexts(above, german)).toMatchObject({ low: "49,25 %", breakEven: "49,24 %" });
  });

  it("may look alike where the verdict tells nothing apart", () => {
    const alike = { ...rates, verdict: "not_distinguishable" } as const;
    expect(rateTexts(alike, german)).toMatchObject({ high: "53,7 %", breakEven: "53,7 %" });
  });

  it("are dashes where there is none", () => {
    const none = { win_rate: null, interval: null, break_even: null, verdict: "none" } as const;
    expect(rateTexts(none, german)).toEqual({ rate: "—", low: "—", high: "—", breakEven: "—" });
  });
});
