import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import {
  leavesOf,
  parityProblems,
  pluralProblems,
  typographyProblems,
  type Leaves,
  type Texts,
} from "./locale-problems.ts";

const LOCALES = fileURLToPath(new URL("../../shared/locales/", import.meta.url));

/** A page's texts are downloaded with those of the shell; past this they are too long to be read as well. */
const MAX_BYTES_PER_PAGE = 32 * 1024;
/** The guide ends with a reference for programs, which is looked up, not read through. */
const MAX_BYTES_OF_GUIDE = 44 * 1024;

function namespacesOf(language: Language): string[] {
  return readdirSync(LOCALES + language)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.replace(/\.json$/, ""))
    .sort();
}

function read(language: Language, namespace: string): Leaves {
  const texts: Texts = JSON.parse(readFileSync(`${LOCALES}${language}/${namespace}.json`, "utf8"));
  return leavesOf(texts);
}

/** Words that are right in another language although English writes them so. */
const SAME_AS_ENGLISH: readonly {
  readonly text: string;
  readonly languages: string;
  readonly reason: string;
}[] = [
  { text: "Cookies", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Cookie", languages: "de fr it es", reason: "the loanword is the word" },
  { text: "Error", languages: "es", reason: "same word" },
  { text: "Corrections", languages: "fr", reason: "same word" },
  { text: "OTC", languages: "de fr it es", reason: "the English abbreviation is the word" },
  { text: "Cache", languages: "de fr it", reason: "the loanword is the word" },
  { text: "Name", languages: "de", reason: "same word" },
  { text: "Hash", languages: "de", reason: "the loanword is the word" },
  { text: "Trader", languages: "de fr it es", reason: "the house word in every language" },
  { text: "Traders", languages: "fr es", reason: "the house word in every language" },
  { text: "Contact", languages: "fr", reason: "same word" },
  { text: "Questions", languages: "fr", reason: "same word" },
  { text: "Privacy", languages: "it", reason: "the loanword is the word" },
  { text: "Account", languages: "it", reason: "the loanword is the word" },
  { text: "Asset", languages: "it", reason: "the loanword is the word" },
  { text: "Staff", languages: "it", reason: "the house word in Italian" },
  { text: "Signal", languages: "de fr", reason: "same word" },
  { text: "Signal {{id}}", languages: "de fr", reason: "same word" },
  { text: "Net", languages: "fr", reason: "same word" },
  { text: "Date (UTC)", languages: "fr", reason: "same word" },
  { text: "Page", languages: "fr", reason: "same word" },
  { text: "Passkeys", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Notifications", languages: "fr", reason: "same word" },
  { text: "Browser", languages: "de it", reason: "the loanword is the word" },
  { text: "Webhook", languages: "de fr it es", reason: "the loanword is the word" },
  { text: "Webhooks", languages: "de fr es", reason: "the loanword is the word" },
  { text: "Secret", languages: "fr", reason: "same word" },
  { text: "Test", languages: "de", reason: "same word" },
];

/** What a trader's handle is called, wherever English calls it that. */
const HANDLE = { de: "kürzel", fr: "pseudonyme", it: "pseudonim", es: "alias" } as const;

const OTHERS = LANGUAGES.filter((language) => language !== "en");

describe("the texts", () => {
  it.each(OTHERS)("have the same namespaces in %s as in English", (language) => {
    expect(namespacesOf(language)).toEqual(namespacesOf("en"));
  });

  it.each(OTHERS)("have the same keys, placeholders, marks and lengths in %s as in English", (language) => {
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

  it.each(LANGUAGES)("are complete and set as %s is set", (language) => {
    const problems = namespacesOf(language).flatMap((namespace) =>
      typographyProblems(read(language, namespace), language).map((problem) => `${namespace}: ${problem}`),
    );
    expect(problems).toEqual([]);
  });

  it.each(OTHERS)("are translated into %s, save for words both languages share", (language) => {
    const untranslated = namespacesOf("en").flatMap((namespace) => {
      const english = read("en", namespace);
      return [...read(language, namespace)].flatMap(([path, text]) =>
        english.get(path) === text && hasWords(text) && !isShared(text, language)
          ? `${namespace}:${path}: ${text}`
          : [],
      );
    });
    expect(untranslated).toEqual([]);
  });

  it.each(OTHERS)("have one word for a handle in %s", (language) => {
    const others = namespacesOf("en").flatMap((namespace) => {
      const own = read(language, namespace);
      return [...read("en", namespace)].flatMap(([path, text]) =>
        /\bhandles?\b/i.test(text) && !own.get(path)?.toLowerCase().includes(HANDLE[language])
          ? `${namespace}:${path}: ${own.get(path)}`
          : [],
      );
    });
    expect(others).toEqual([]);
  });

  it.each(LANGUAGES)("leave a form in %s by a word that says nothing of what the form does", (language) => {
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

  it("name the two error titles in English exactly as the spec does", () => {
    const common = read("en", "common");
    expect(common.get("error.notFoundTitle")).toBe("Page Not Found");
    expect(common.get("error.internalTitle")).toBe("Internal Server Error");
  });

  it.each(LANGUAGES)("stay short in %s, on every page", (language) => {
    const bytes = (namespace: string) => readFileSync(`${LOCALES}${language}/${namespace}.json`).byteLength;
    const shell = bytes("common") + bytes("session");
    const tooLong = namespacesOf(language).filter(
      (page) => shell + bytes(page) > (page === "instruction" ? MAX_BYTES_OF_GUIDE : MAX_BYTES_PER_PAGE),
    );
    expect(tooLong).toEqual([]);
  });

  it("share no word with English that no text uses any more", () => {
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

describe("the checks", () => {
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

  it("find a changed placeholder and a changed mark", () => {
    const own = leavesOf({ a: "Eins {{y}} <em>b</em>", list: ["p", "q"], n_other: "{{count}}" });
    expect(parityProblems(english, own)).toEqual(["a has other placeholders", "a has other marks"]);
  });

  it("find a plural form too few and one too many", () => {
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

  it("find an empty list", () => {
    expect(typographyProblems(leavesOf({ list: [] }), "en")).toEqual(["list: is empty"]);
  });

  it("let pass what is set well", () => {
    const french = "L’heure\u202f: «\u202fici\u202f», à 14:30 (https://example.com)";
    expect(typographyProblems(leavesOf({ t: french }), "fr")).toEqual([]);
    expect(typographyProblems(leavesOf({ t: "¿Qué tal? <email>{{contactEmail}}</email>" }), "es")).toEqual(
      [],
    );
  });
});

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{\{.*?\}\}|<.*?>/g, ""));
}

function isShared(text: string, language: Language): boolean {
  return SAME_AS_ENGLISH.some(
    (shared) => shared.text === text && shared.languages.split(" ").includes(language),
  );
}
