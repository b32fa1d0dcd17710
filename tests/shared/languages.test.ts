import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLanguage, languageCookie, negotiateLanguage } from "#shared/languages.ts";

describe("negotiateLanguage", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE-at", "de"],
    ["ja, de;q=0.9", "de"],
    ["en;q=0.1,de;q=0.9", "de"],
    ["fr;q=0.5, it;q=0.5", "fr"],
    ["it;q=0, es", "es"],
    ["it;q=0, *", "en"],
    ["en;q=0, *;q=0.5", "de"],
    ["zh-Hant-TW, fr-CA;q=0.3", "fr"],
    ["de ; q=0.8 , en;q=0.7", "de"],
    ["*", "en"],
  ])("finds the language of %j: %s", (header, expected) => {
    expect(negotiateLanguage(header)).toBe(expected);
  });

  it.each([[""], ["ja"], ["deutsch"], ["de;q=2"], ["de;q=0"], [";;;,,,"], ["q=1"], [null], [undefined]])(
    "finds none for %j",
    (header) => {
      expect(negotiateLanguage(header)).toBeNull();
    },
  );

  it("prefers the higher of two weights", () => {
    const weight = fc.integer({ min: 1, max: 999 });
    fc.assert(
      fc.property(weight, weight, (a, b) => {
        fc.pre(a !== b);
        const header = `fr;q=0.${String(a).padStart(3, "0")}, it;q=0.${String(b).padStart(3, "0")}`;
        return negotiateLanguage(header) === (a > b ? "fr" : "it");
      }),
    );
  });
});

describe("isLanguage", () => {
  it.each(["EN", "en-US", "", "xx", null, undefined, 1, {}])("refuses %j", (value) => {
    expect(isLanguage(value)).toBe(false);
  });
});

describe("languageCookie", () => {
  it("lasts 365 days on every path, with SameSite=Lax", () => {
    expect(languageCookie("de", false)).toBe("language=de; Path=/; Max-Age=31536000; SameSite=Lax");
  });

  it("is Secure on https", () => {
    expect(languageCookie("de", true)).toMatch(/; Secure$/);
  });
});
