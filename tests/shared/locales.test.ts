import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGE_FACTS, LANGUAGES, type Language } from "#shared/site/languages.ts";
import { missingTexts } from "#worker/commands/language/missing-texts.ts";
import { SAME_AS_ENGLISH } from "#worker/commands/language/same-as-english.ts";
import {
  type Leaves,
  leavesOf,
  LOCALES,
  namespacesOf,
  readTexts,
} from "#worker/commands/language/text-files.ts";
import {
  longSentences,
  parityProblems,
  pluralProblems,
  typographyProblems,
  wordsIn,
} from "./locale-problems.ts";

/**
 * A page's texts are downloaded with those of the shell; past this they are too long to be read as well. In characters: letters of some
 * scripts take two bytes.
 */
const MAX_LENGTH_OF_PAGE = 32 * 1024;
/** Tricks, rules and formulas are looked up, not read through. */
const MAX_LENGTH_OF_REFERENCE = 39 * 1024;

/** Past this, a sentence has to be read twice. */
const MAX_WORDS_OF_SENTENCE = 25;
/** The texts of which that holds. */
const LEGAL = new Set(["privacy-policy", "terms"]);
const OF_SHORT_SENTENCES = namespacesOf("en").filter((namespace) => !LEGAL.has(namespace));
/** Ten minutes. */
const MAX_WORDS_OF_GUIDE = 2000;

function read(language: Language, namespace: string): Leaves {
  return leavesOf(readTexts(language, namespace));
}

const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe("the texts", () => {
  it.each(OTHERS)("have the same namespaces in %s as in English", (language) => {
    expect(namespacesOf(language)).toEqual(namespacesOf("en"));
  });

  it.each(OTHERS)("have the same keys, placeholders, tags and lengths in %s as in English", (language) => {
    const problems = namespacesOf("en").flatMap((namespace) =>
      parityProblems(read("en", namespace), read(language, namespace)).map(
        (problem) => `${namespace}: ${problem}`,
      ),
    );
    expect(problems).toEqual([]);
  });

  it.each(LANGUAGES)("have exactly the plural forms that %s uses", (language) => {
    expect(
      namespacesOf(language).flatMap((namespace) => pluralProblems(read(language, namespace), language)),
    ).toEqual([]);
  });

  it.each(LANGUAGES)("are not empty and follow the typography of %s", (language) => {
    const problems = namespacesOf(language).flatMap((namespace) =>
      typographyProblems(read(language, namespace), language).map((problem) => `${namespace}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it.each(OTHERS)("are translated into %s, except for words that both languages share", (language) => {
    const untranslated = missingTexts(language, LANGUAGE_FACTS[language].tag);
    expect(untranslated).toEqual([]);
  });

  it.each(LANGUAGES)("do not use the word of the cancel button in %s for any other action", (language) => {
    const stem = read(language, "common").get("form.cancel")?.slice(0, 5).toLowerCase() ?? "";
    expect(stem.length).toBe(5);
    const acts = namespacesOf(language).flatMap((namespace) =>
      [...read(language, namespace)].filter(
        ([path]) => path !== "form.cancel" && /submit|^open\.|void/i.test(path),
      ),
    );
    expect(acts.length).toBeGreaterThan(20);
    expect(acts.filter(([, text]) => text.toLowerCase().includes(stem))).toEqual([]);
  });

  it("have exactly the two given English error titles", () => {
    const common = read("en", "common");
    expect(common.get("error.notFoundTitle")).toBe("Page Not Found");
    expect(common.get("error.internalTitle")).toBe("Internal Server Error");
  });

  it.each(LANGUAGES)("have a limited length in %s on every page", (language) => {
    const length = (namespace: string) =>
      readFileSync(`${LOCALES}/${language}/${namespace}.json`, "utf8").length;
    const shell = length("common") + length("session");
    const tooLong = namespacesOf(language).flatMap((page) => {
      const excess =
        shell + length(page) - (page === "verify" ? MAX_LENGTH_OF_REFERENCE : MAX_LENGTH_OF_PAGE);
      return excess > 0 ? `${page}: ${excess} characters too many` : [];
    });
    expect(tooLong).toEqual([]);
  });

  it.each(LANGUAGES)("have no sentence in %s that has to be read twice", (language) => {
    const long = OF_SHORT_SENTENCES.flatMap((namespace) =>
      longSentences(read(language, namespace), language, MAX_WORDS_OF_SENTENCE).map(
        (sentence) => `${namespace}: ${sentence}`,
      ),
    );
    expect(long).toEqual([]);
  });

  it.each(LANGUAGES)("of the guide are read in ten minutes in %s", (language) => {
    const words = [...read(language, "instruction").values()].map((text) => wordsIn(text, language));
    expect(words.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(MAX_WORDS_OF_GUIDE);
  });

  it("have no unused entry in the list of words shared with English", () => {
    const unused = SAME_AS_ENGLISH.filter(({ text, languages }) =>
      OTHERS.every(
        (language) =>
          !languages.split(" ").includes(language) ||
          namespacesOf(language).every(
            (namespace) => ![...read(language, namespace).values()].includes(text),
          ),
      ),
    );
    expect(unused).toEqual([]);
  });
});

describe("the checks of texts", () => {
  const english = leavesOf({
    a: "One {{x}} <strong>b</strong>",
    list: ["p", "q"],
    n_one: "{{count}}",
    n_other: "{{count}}",
  });

  it("find a missing key, a surplus key and a list of another length", () => {
    const own = leavesOf({ list: ["p"], n_other: "{{count}}", extra: "e" });
    expect(parityProblems(english, own)).toEqual([
      "a is missing",
      "list.1 is missing",
      "extra is not in English",
    ]);
  });

  it("find a changed placeholder and a changed tag", () => {
    const own = leavesOf({ a: "Eins {{y}} <em>b</em>", list: ["p", "q"], n_other: "{{count}}" });
    expect(parityProblems(english, own)).toEqual([
      "a has other placeholders than English: {{y}}, not {{x}}",
      "a has other marks than English: </em> <em>, not </strong> <strong>",
    ]);
  });

  it("find a missing and an extra plural form", () => {
    expect(pluralProblems(leavesOf({ n_one: "a", n_other: "b" }), "fr")).toEqual([
      "n has the forms one,other, not many,one,other",
    ]);
    expect(pluralProblems(leavesOf({ n_one: "a", n_many: "c", n_other: "b" }), "de")).toHaveLength(1);
  });

  it.each([
    ["de", "", "is empty"],
    ["de", "Das ist 'so'", "has straight quotes"],
    ["fr", "l'heure", "has straight quotes"],
    ["fr", "Pourquoi ?", "lacks U+202F before ; : ! or ?"],
    ["fr", "À noter: ceci", "lacks U+202F before ; : ! or ?"],
    ["fr", "« ici »", "lacks U+202F inside « »"],
    ["es", "Qué tal?", "does not open every ? and !"],
    ["en", "a <strong>b", "has a mark that does not close"],
    ["en", "a <strong><em>b</em></strong>", "has a mark that does not close"],
    ["en", "Loading...", "has three dots for an ellipsis"],
    ["de", "Wird geladen…", "lacks a space between a word and …"],
  ] as const)("find in %s: %s", (language, text, problem) => {
    expect(typographyProblems(leavesOf({ t: text }), language)).toContain(`t: ${problem}`);
  });

  it("find a sentence that is too long, and count a placeholder and a name in code once", () => {
    const found = (text: string) => longSentences(leavesOf({ t: text }), "en", 3);
    expect(found("One two three four. <code>a/b c</code> {{d.e}} three.")).toEqual([
      "t: One two three four.",
    ]);
    expect(found("One two<with-log> three</with-log>.")).toEqual([]);
    expect(found("One two three<with-log>.</with-log><without-log> four.</without-log>")).toEqual([
      "t: One two three four.",
    ]);
  });

  it("find an empty list", () => {
    expect(typographyProblems(leavesOf({ list: [] }), "en")).toEqual(["list: is empty"]);
  });

  it("accept correct typography", () => {
    const french = "L’heure\u202f: «\u202fici\u202f», à 14:30 (https://example.com)";
    expect(typographyProblems(leavesOf({ t: french }), "fr")).toEqual([]);
    expect(typographyProblems(leavesOf({ t: "¿Qué tal? <email>{{contactEmail}}</email>" }), "es")).toEqual(
      [],
    );
  });
});

it("the checks of texts compare placeholders together with their format", () => {
  const texts = (text: string) => new Map([["hint", text]]);
  const english = texts("Up to {{bounds.label.max, number}} characters.");
  expect(parityProblems(english, texts("Bis zu {{bounds.label.max, number}} Zeichen."))).toEqual([]);
  for (const text of ["Bis zu 80 Zeichen.", "Bis zu {{bounds.lable.max, number}} Zeichen."])
    expect(parityProblems(english, texts(text)), text).toHaveLength(1);
});
