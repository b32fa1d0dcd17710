/** How one language's texts are set, as sentences; no sentence, no problem. */
import type { Language } from "#shared/languages.ts";
import { hasClosedMarks, PLACEHOLDER, TAG } from "#worker/local/language/text-problems.ts";
import type { Leaves } from "#worker/local/language/texts.ts";

/** Empty texts, marks within marks or unclosed, and the language's own typography. */
export function typographyProblems(own: Leaves, language: Language): string[] {
  return [...own].flatMap(([path, text]) => {
    const words = text.replaceAll(PLACEHOLDER, "x").replaceAll(TAG, "");
    return RULES.filter(
      ({ languages, breaks }) => (languages?.includes(language) ?? true) && breaks(words, text),
    ).map(({ name }) => `${path}: ${name}`);
  });
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
