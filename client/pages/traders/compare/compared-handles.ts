/** The traders that an address compares: `?with=north-light&with=slow-water`. */
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { pageHref } from "#shared/site/routes.ts";
import type { Language } from "#shared/site/languages.ts";

export const COMPARE_PARAM = "with";

/** More columns would be unreadable side by side. */
export const COMPARED = { least: 2, most: 4 } as const;

/** Each handle once, in the order of the address; a name as shown in a list is accepted in place of its handle. */
export function comparedHandles(query: URLSearchParams): readonly string[] {
  const named = query
    .getAll(COMPARE_PARAM)
    .map((text) => withoutInvisible(text).trim().toLowerCase().replaceAll(/\s+/g, "-"));
  return [...new Set(named.filter((handle) => handle !== ""))];
}

export function compareHref(language: Language, handles: readonly string[]): string {
  return pageHref(language, "traders") + compareQuery(handles);
}

export function compareQuery(handles: readonly string[]): string {
  return `?${new URLSearchParams(handles.map((handle) => [COMPARE_PARAM, handle]))}`;
}
