/** Which traders an address compares: `?with=north-light&with=slow-water`. */
import { withoutInvisible } from "#shared/pasted-text.ts";
import { pageHref } from "#shared/routes.ts";
import type { Language } from "#shared/languages.ts";

export const COMPARE_PARAM = "with";

/** More columns could not be read beside each other. */
export const COMPARED = { least: 2, most: 4 } as const;

/** Each once, in the order they are named; a name as a list shows it stands for its handle. */
export function comparedHandles(query: URLSearchParams): readonly string[] {
  const named = query
    .getAll(COMPARE_PARAM)
    .map((text) => withoutInvisible(text).trim().toLowerCase().replaceAll(/\s+/g, "-"));
  return [...new Set(named.filter((handle) => handle !== ""))];
}

export function compareHref(language: Language, handles: readonly string[]): string {
  const query = new URLSearchParams(handles.map((handle) => [COMPARE_PARAM, handle]));
  return `${pageHref(language, "traders")}?${query}`;
}
