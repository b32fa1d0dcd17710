/** Checks one language's texts; returns each problem as a sentence, none if there is no problem. */
import { type Leaves, pluralBase } from "./text-files.ts";

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
