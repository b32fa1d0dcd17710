import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "#shared/site/languages.ts";
import { leavesOf, LOCALES, namespacesOf, readTexts } from "#worker/commands/language/text-files.ts";

interface Term {
  readonly what: string;
  readonly words: Readonly<Record<Language, readonly string[]>>;
  readonly never: Readonly<Record<Language, readonly string[]>>;
}

const [header, , ...rows] =
  readFileSync(`${LOCALES}/README.md`, "utf8")
    .split("## Words")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ) ?? [];

const TERMS: readonly Term[] = rows.map(([what = "", ...cells]) => {
  const listIn = (part: 0 | 1) =>
    Object.fromEntries(
      LANGUAGES.map((language, index) => [language, cells[index]?.split("; not ")[part]?.split(", ") ?? []]),
    ) as Record<Language, string[]>;
  return { what, words: listIn(0), never: listIn(1) };
});

function has(text: string, words: readonly string[]): boolean {
  return words.some((word) =>
    new RegExp(String.raw`(?<!\p{L})${word.replaceAll("-", String.raw`\p{L}*`)}(?!\p{L})`, "iu").test(text),
  );
}

function textsOf(language: Language): Map<string, string> {
  return new Map(
    namespacesOf("en").flatMap((namespace) =>
      [...leavesOf(readTexts(language, namespace))].map(
        ([path, text]) =>
          [`${namespace}:${path}`, text.replaceAll(/\{\{.*?\}\}|<code>.*?<\/code>|<.*?>/g, "")] as const,
      ),
    ),
  );
}

describe("the table of words", () => {
  it("has a column for each language, and words in each cell", () => {
    expect(header).toEqual(["what", ...LANGUAGES]);
    for (const { what, words } of TERMS)
      for (const language of LANGUAGES) expect(words[language].join(), what).not.toBe("");
  });

  it.each(LANGUAGES)("holds in %s: its word stands wherever English uses its own", (language) => {
    const texts = textsOf(language);
    const english = [...textsOf("en")];
    const missing = TERMS.flatMap(({ what, words }) => {
      const used = english.filter(([, text]) => has(text, words.en));
      expect(used.length, what).toBeGreaterThan(0);
      return used.flatMap(([path]) =>
        has(texts.get(path) ?? "", words[language]) ? [] : `${path}: ${texts.get(path)}`,
      );
    });
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)("holds in %s: no text has a word that the table rules out", (language) => {
    const ruledOut = TERMS.flatMap(({ never }) => never[language]);
    expect([...textsOf(language)].filter(([, text]) => has(text, ruledOut))).toEqual([]);
  });

  it.each(LANGUAGES)(
    "names the list of traders alike in %s: navigation, title, heading and shortcut",
    (language) => {
      const texts = textsOf(language);
      const names = [
        "common:navigation.traders",
        "traders:meta.title",
        "traders:heading",
        "web-manifest:shortcuts.traders",
      ];
      const [name] = TERMS.find(({ words }) => words.en.includes("ranking"))?.words[language] ?? [];
      for (const path of names)
        expect(texts.get(path)?.toLowerCase(), path).toBe(name?.replace("-", "").toLowerCase());
    },
  );
});
