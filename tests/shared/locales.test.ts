import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGE_FACTS, LANGUAGES, type Language } from "#shared/site/languages.ts";
import { TEXTS_OUTSIDE_PAGES, textsOutsidePages } from "#worker/commands/language/add-language.ts";
import { missingTexts } from "#worker/commands/language/missing-texts.ts";
import { SAME_AS_ENGLISH } from "#worker/commands/language/same-as-english.ts";
import {
  type Leaves,
  leavesOf,
  LOCALES,
  namespacesOf,
  pluralBase,
  pluralForms,
  readTexts,
} from "#worker/commands/language/text-files.ts";
import { isSitePart, SITE_PARTS, textForSite } from "#shared/site/site-parts.ts";
import { differences, hasClosedMarks, PLACEHOLDER, TAG } from "#worker/commands/language/text-problems.ts";

/**
 * A page's texts are downloaded with those of the shell; past this they are too long to be read as well. In characters: letters of some
 * scripts take two bytes.
 */
const MAX_LENGTH_OF_PAGE = 32 * 1024;
/** Tricks, rules and formulas are looked up, not read through. */
const MAX_LENGTH_OF_REFERENCE = 39 * 1024;

/** Past this, a sentence has to be read twice. */
const MAX_WORDS_OF_SENTENCE = 25;
/** Lawyers write longer ones. */
const LEGAL = new Set(["privacy-policy", "terms"]);
/** Ten minutes. */
const MAX_WORDS_OF_GUIDE = 2000;

function read(language: Language, namespace: string): Leaves {
  return leavesOf(readTexts(language, namespace));
}

/** Keys without their plural suffixes: `left_one` and `left_other` are both `left`. */
function baseKeys(leaves: Leaves): ReadonlySet<string> {
  return new Set([...leaves.keys()].map((path) => pluralBase(path, leaves) ?? path));
}

/** Keys, placeholders and marks that differ from English. */
function parityProblems(english: Leaves, own: Leaves): string[] {
  const expected = baseKeys(english);
  const found = baseKeys(own);
  const missing = [...expected].filter((key) => !found.has(key)).map((key) => `${key} is missing`);
  const surplus = [...found].filter((key) => !expected.has(key)).map((key) => `${key} is not in English`);
  return [...missing, ...surplus, ...differences(english, own)];
}

/** Plural keys that lack a form the language needs, or have one it never uses. */
function pluralProblems(own: Leaves, locale: string): string[] {
  const needed = pluralForms(locale).toSorted();
  const bases = new Set([...own.keys()].flatMap((path) => pluralBase(path, own) ?? []));
  return [...bases].flatMap((base) => {
    const forms = [...own.keys()].flatMap((path) =>
      pluralBase(path, own) === base ? path.slice(base.length + 1) : [],
    );
    return forms.sort().join() === needed.join()
      ? []
      : [`${base} has the forms ${forms.join()}, not ${needed.join()}`];
  });
}

/** Empty texts, marks within marks or unclosed, and the language's own typography. */
function typographyProblems(own: Leaves, language: Language): string[] {
  return [...own].flatMap(([path, text]) => {
    const words = text.replaceAll(PLACEHOLDER, "x").replaceAll(TAG, "");
    return RULES.filter(
      ({ languages, breaks }) => (languages?.includes(language) ?? true) && breaks(words, text),
    ).map(({ name }) => `${path}: ${name}`);
  });
}

const CODE = /<code>[^<]*<\/code>/g;
const ALL_PARTS = Object.keys(SITE_PARTS).filter(isSitePart);

/** Sentences of more words than that, on a site with all parts and on one with none. A placeholder is one word, and so is a name in `<code>`. */
function longSentences(own: Leaves, language: Language, mostWords: number): string[] {
  const sentences = new Intl.Segmenter(language, { granularity: "sentence" });
  return [...own].flatMap(([path, text]) =>
    [...new Set([textForSite(text, []), textForSite(text, ALL_PARTS)])].flatMap((shown) => {
      const plain = shown.replaceAll(PLACEHOLDER, "X").replaceAll(CODE, "X").replaceAll(TAG, "");
      return Array.from(sentences.segment(plain), ({ segment }) => segment.trim())
        .filter((sentence) => wordsIn(sentence, language) > mostWords)
        .map((sentence) => `${path}: ${sentence}`);
    }),
  );
}

/** The number of words. */
function wordsIn(text: string, language: Language): number {
  const words = new Intl.Segmenter(language, { granularity: "word" });
  return Array.from(words.segment(text)).filter(({ isWordLike }) => isWordLike).length;
}

interface Rule {
  readonly name: string;
  /** All where left out. */
  readonly languages?: readonly Language[];
  readonly breaks: (words: string, text: string) => boolean;
}

const RULES: readonly Rule[] = [
  { name: "is empty", breaks: (words) => words.trim() === "" },
  { name: "has space at an end or twice", breaks: (words) => words !== words.trim() || / {2}/.test(words) },
  { name: "has three dots for an ellipsis", breaks: (words) => words.includes("...") },
  { name: "has a mark that does not close", breaks: (_, text) => !hasClosedMarks(text) },
  { name: "has straight quotes", languages: ["de", "fr", "it", "es"], breaks: (words) => /['"]/.test(words) },
  {
    name: "lacks a space between a word and …",
    languages: ["de"],
    breaks: (words) => /\p{L}…/u.test(words),
  },
  {
    name: "lacks U+202F before ; : ! or ?",
    languages: ["fr"],
    breaks: (words) => /[^\u202f;:!?][;:!?](?=[\s»)]|$)/.test(words),
  },
  {
    name: "lacks U+202F inside « »",
    languages: ["fr"],
    breaks: (words) => /«(?!\u202f)/.test(words) || /(?<!\u202f)»/.test(words),
  },
  {
    name: "does not open every ? and !",
    languages: ["es"],
    breaks: (words) => count(words, "?") !== count(words, "¿") || count(words, "!") !== count(words, "¡"),
  },
];

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** What is wrong in each namespace, with its name. */
const problemsIn = (find: (namespace: string) => readonly string[]) =>
  namespacesOf("en").flatMap((namespace) => find(namespace).map((problem) => `${namespace}: ${problem}`));

const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe("the texts", () => {
  it.each(OTHERS)("have the same namespaces in %s as in English", (language) => {
    expect(namespacesOf(language)).toEqual(namespacesOf("en"));
  });

  it.each(OTHERS)("have the same keys, placeholders, tags and lengths in %s as in English", (language) => {
    expect(
      problemsIn((namespace) => parityProblems(read("en", namespace), read(language, namespace))),
    ).toEqual([]);
  });

  it.each(LANGUAGES)("have exactly the plural forms that %s uses", (language) => {
    expect(problemsIn((namespace) => pluralProblems(read(language, namespace), language))).toEqual([]);
  });

  it.each(LANGUAGES)("are not empty and follow the typography of %s", (language) => {
    expect(problemsIn((namespace) => typographyProblems(read(language, namespace), language))).toEqual([]);
  });

  it.each(OTHERS)("are translated into %s, except for words that both languages share", (language) => {
    expect(missingTexts(language, LANGUAGE_FACTS[language].tag)).toEqual([]);
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
    const long = (namespace: string) =>
      LEGAL.has(namespace) ? [] : longSentences(read(language, namespace), language, MAX_WORDS_OF_SENTENCE);
    expect(problemsIn(long)).toEqual([]);
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
  const texts = {
    a: "One {{x}} <strong>b</strong>",
    list: ["p", "q"],
    n_one: "{{count}}",
    n_other: "{{count}}",
  };
  const english = leavesOf(texts);
  const limited = leavesOf({ hint: "Up to {{bounds.label.max, number}} characters." });

  it.each([
    [
      "missing and surplus keys, and a list of another length",
      parityProblems(english, leavesOf({ list: ["p"], n_other: "{{count}}", extra: "e" })),
      ["a is missing", "list.1 is missing", "extra is not in English"],
    ],
    [
      "a changed placeholder and a changed tag",
      parityProblems(english, leavesOf({ ...texts, a: "Eins {{y}} <em>b</em>" })),
      [
        "a has other placeholders than English: {{y}}, not {{x}}",
        "a has other marks than English: </em> <em>, not </strong> <strong>",
      ],
    ],
    [
      "a placeholder with another name",
      parityProblems(limited, leavesOf({ hint: "Bis zu {{bounds.lable.max, number}} Zeichen." })),
      [expect.stringContaining("hint has other placeholders")],
    ],
    [
      "a missing plural form",
      pluralProblems(leavesOf({ n_one: "a", n_other: "b" }), "fr"),
      ["n has the forms one,other, not many,one,other"],
    ],
    [
      "an extra plural form",
      pluralProblems(leavesOf({ n_one: "a", n_many: "c", n_other: "b" }), "de"),
      ["n has the forms many,one,other, not one,other"],
    ],
    ["an empty list", typographyProblems(leavesOf({ list: [] }), "en"), ["list: is empty"]],
  ])("find %s", (_what, problems, expected) => {
    expect(problems).toEqual(expected);
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
    const four = ["t: One two three four."];
    expect(found("One two three four. <code>a/b c</code> {{d.e}} three.")).toEqual(four);
    expect(found("One two<with-log> three</with-log>.")).toEqual([]);
    expect(found("One two three<with-log>.</with-log><without-log> four.</without-log>")).toEqual(four);
  });

  it.each([
    ["fr", "L’heure\u202f: «\u202fici\u202f», à 14:30 (https://example.com)"],
    ["es", "¿Qué tal? <email>{{contactEmail}}</email>"],
  ] as const)("accept correct typography in %s", (language, text) => {
    expect(typographyProblems(leavesOf({ t: text }), language)).toEqual([]);
  });
});

it("the generated imports of texts outside pages are up to date for every language", () => {
  expect(readFileSync(TEXTS_OUTSIDE_PAGES, "utf8")).toBe(textsOutsidePages(LANGUAGES));
});
