/** Checks one language's texts; returns each problem as a sentence, none if there is no problem. */
import { type Leaves, pluralBase, pluralForms } from "./texts.ts";

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

/** Placeholders and marks that differ from English, for the existing texts. */
export function differences(english: Leaves, own: Leaves): string[] {
  return [
    { pattern: PLACEHOLDER, what: "placeholders" },
    { pattern: TAG, what: "marks" },
  ].flatMap(({ pattern, what }) =>
    [...own].flatMap(([path, text]) => {
      const model = english.get(path) ?? english.get(`${pluralBase(path, english) ?? path}_other`);
      if (model === undefined) return [];
      const [wanted, found] = [listOf(pattern, model), listOf(pattern, text)];
      return wanted === found
        ? []
        : [`${path} has other ${what} than English: ${found || "none"}, not ${wanted || "none"}`];
    }),
  );
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

/** Whether each mark is closed, and none is nested in another. */
export function hasClosedMarks(text: string): boolean {
  return !/[<>]/.test(text.replaceAll(CLOSED, "$2"));
}

export const PLACEHOLDER = /\{\{[^{}]*\}\}/g;
export const TAG = /<\/?[a-z][a-z-]*>/g;
const CLOSED = /<([a-z][a-z-]*)>([^<>]*)<\/\1>/g;

function listOf(pattern: RegExp, text: string): string {
  return (text.match(pattern) ?? []).sort().join(" ");
}
