/** How one language's texts are set, as sentences; no sentence, no problem. */
import type { Language } from "#shared/site/languages.ts";
import { isSitePart, SITE_PARTS, textForSite } from "#shared/site/site-parts.ts";
import { differences, hasClosedMarks, PLACEHOLDER, TAG } from "#worker/commands/language/text-problems.ts";
import { type Leaves, pluralBase, pluralForms } from "#worker/commands/language/text-files.ts";

/** Keys without their plural suffixes: `left_one` and `left_other` are both `left`. */
function baseKeys(leaves: Leaves): ReadonlySet<string> {
  return new Set([...leaves.keys()].map((path) => pluralBase(path, leaves) ?? path));
}

/** Keys, placeholders and marks that differ from English. */
export function parityProblems(english: Leaves, own: Leaves): string[] {
  const expected = baseKeys(english);
  const found = baseKeys(own);
  const missing = [...expected].filter((key) => !found.has(key)).map((key) => `${key} is missing`);
  const surplus = [...found].filter((key) => !expected.has(key)).map((key) => `${key} is not in English`);
  return [...missing, ...surplus, ...differences(english, own)];
}

/** Plural keys that lack a form the language needs, or have one it never uses. */
export function pluralProblems(own: Leaves, locale: string): string[] {
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
export function typographyProblems(own: Leaves, language: Language): string[] {
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
export function longSentences(own: Leaves, language: Language, mostWords: number): string[] {
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
export function wordsIn(text: string, language: Language): number {
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
