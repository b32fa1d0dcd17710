import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLanguage, languageCookie } from "#shared/site/languages.ts";
import { chosenLanguage, negotiateLanguage } from "#shared/site/decide-language.ts";

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
    ["de;q=.9, fr;q=.95", "fr"],
    ["it;q=0.1234, es;q=0.1235", "es"],
    ["ja, de;q=1.0000", "de"],
    ["ja, de;q=1.", "de"],
    ["ja, de; Q = 0.5", "de"],
    ["it-*, en;q=0.5", "it"],
    ["de-*-AT;q=.8", "de"],
    ["en-*;q=0, *;q=.1", "de"],
  ])("finds the language of %j: %s", (header, expected) => {
    expect(negotiateLanguage(header)).toBe(expected);
  });

  const none = "ja deutsch de;q=2 de;q=0 de;q=1.01 de;q=. de;q= *-de ;;;,,, q=1".split(" ");
  it.each([...none, "", null, undefined])("finds none for %j", (header) => {
    expect(negotiateLanguage(header)).toBeNull();
  });

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

it.each(["EN", "en-US", "", "xx", null, undefined, 1, {}])("isLanguage refuses %j", (value) => {
  expect(isLanguage(value)).toBe(false);
});

it.each([
  ["language=de", "de"],
  ["a=1; language=fr; b=2", "fr"],
  ["language=fr; language=de", "de"],
  ["language=de; language=pt-BR", "de"],
  ["language=pt-BR; language=de", "de"],
  ["other_language=de", null],
  ["language=DE", null],
  ["language", null],
  ["", null],
  [undefined, null],
])("chosenLanguage of %j is %j", (cookies, language) => expect(chosenLanguage(cookies)).toBe(language));

describe("languageCookie", () => {
  it("lasts 365 days on every path, with SameSite=Lax", () => {
    expect(languageCookie("de", false)).toBe("language=de; Path=/; Max-Age=31536000; SameSite=Lax");
  });

  it("is Secure on https", () => {
    expect(languageCookie("de", true)).toMatch(/; Secure$/);
  });
});
