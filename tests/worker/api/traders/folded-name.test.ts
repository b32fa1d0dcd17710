import { describe, expect, it } from "vitest";
import { foldName } from "#worker/api/traders/folded-name.ts";

describe("two names", () => {
  it.each([
    ["Harbour Nine", "HARBOUR  nine"],
    ["Harbour Nine", "HarbourNine"],
    ["Harbour Nine", "Harbour\u00a0Nine"],
    ["Harbour Nine", "Har\u200bbour\u00ad Nine"],
    ["Harbour Nine", "Harbour\u2800Nine"],
    ["Harbour Nine", "Ｈａｒｂｏｕｒ Ｎｉｎｅ"],
    ["Río Grande", "Rio Grande"],
    ["Río Grande", "Ri\u0301o Grande"],
    ["Straße", "STRASSE"],
    ["Straße", "STRAẞE"],
    ["ΟΔΟΣ", "οδος"],
    ["ﬁve", "five"],
    ["İnci", "inci"],
    ["M²", "m2"],
  ])("%s and %s read alike", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  it.each([
    ["Harbour Nine", "Harbour Nine 2"],
    ["Harbour Nine", "Harbour-Nine"],
    ["Lena K.", "Lena K"],
    ["काव्य", "किव्य"],
    ["か", "が"],
  ])("%s and %s do not", (one, other) => {
    expect(foldName(one)).not.toBe(foldName(other));
  });
});
