/** What is wrong with one language's texts, as sentences; no sentence, no problem. */
import { LANGUAGE_TAGS, type Language } from "#shared/languages.ts";

export interface Texts {
  readonly [key: string]: string | readonly string[] | Texts;
}

/** Text by dotted path; array items by index; an empty object or list is an empty text. */
export type Leaves = ReadonlyMap<string, string>;

export function leavesOf(texts: Texts | readonly string[], prefix = ""): Leaves {
  const leaves = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    const path = prefix + key;
    if (typeof value === "string") leaves.set(path, value);
    // i18next's types never end on an empty list.
    else if (Object.keys(value).length === 0) leaves.set(path, "");
    else for (const [inner, text] of leavesOf(value, `${path}.`)) leaves.set(inner, text);
  }
  return leaves;
}

/** Keys with their plural endings taken off: `left_one` and `left_other` are both `left`. */
export function baseKeys(leaves: Leaves): ReadonlySet<string> {
  return new Set([...leaves.keys()].map((path) => pluralBase(path, leaves) ?? path));
}

/** Keys, placeholders and marks that differ from the reference. */
export function parityProblems(reference: Leaves, own: Leaves): string[] {
  const expected = baseKeys(reference);
  const found = baseKeys(own);
  const missing = [...expected].filter((key) => !found.has(key)).map((key) => `${key} is missing`);
  const surplus = [...found].filter((key) => !expected.has(key)).map((key) => `${key} is not in English`);
  const differing = [
    { pattern: PLACEHOLDER, what: "placeholders" },
    { pattern: TAG, what: "marks" },
  ].flatMap(({ pattern, what }) =>
    [...own].flatMap(([path, text]) => {
      const model = reference.get(path) ?? reference.get(`${pluralBase(path, own) ?? path}_other`);
      return model === undefined || listOf(pattern, model) === listOf(pattern, text)
        ? []
        : [`${path} has other ${what}`];
    }),
  );
  return [...missing, ...surplus, ...differing];
}

/** Plural keys that lack a form the language needs, or have one it never uses. */
export function pluralProblems(own: Leaves, language: Language): string[] {
  const needed = [...new Intl.PluralRules(LANGUAGE_TAGS[language]).resolvedOptions().pluralCategories].sort();
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
  { name: "has a mark that does not close", breaks: (_, text) => /[<>]/.test(text.replaceAll(CLOSED, "$2")) },
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

const PLACEHOLDER = /\{\{\s*[\w.]+\s*\}\}/g;
const TAG = /<\/?[a-z][a-z-]*>/g;
const CLOSED = /<([a-z][a-z-]*)>([^<>]*)<\/\1>/g;
const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

function pluralBase(path: string, leaves: Leaves): string | null {
  const base = PLURAL.exec(path)?.[1];
  return base !== undefined && leaves.has(`${base}_other`) ? base : null;
}

function listOf(pattern: RegExp, text: string): string {
  return (text.match(pattern) ?? []).sort().join();
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
