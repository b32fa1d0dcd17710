/**
 * The texts of a language: a file of the build, fetched when an isolate first needs that language, and kept for its life.
 * Five languages in the worker's own code would be a third of it, read at every start.
 */
import build from "#build";
import type { Language } from "#shared/languages.ts";
import type { texts } from "#shared/locales/en/texts.ts";

/** By namespace; every language has the texts that English has. */
export type Texts = typeof texts;

/** Throws an Error where the file cannot be had; the next call tries again. */
export type ReadTexts = (language: Language) => Promise<Texts>;

/** The asset service looks at the path alone. */
const ASSETS_ORIGIN = "https://assets.invalid";

export function createTexts(assets: Fetcher): ReadTexts {
  // Values, never promises: no request may wait for the I/O of another.
  const known = new Map<Language, Texts>();
  return async function readTexts(language) {
    const kept = known.get(language);
    if (kept) return kept;
    const path = build.serverTexts[language];
    const response = await assets.fetch(ASSETS_ORIGIN + path);
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The texts in "${language}", ${path}, were answered with ${response.status}`);
    }
    const texts = await parseTexts(response);
    known.set(language, texts);
    return texts;
  };
}

/** The build wrote the file from the same sources, and tests hold every language to the keys of English. */
async function parseTexts(response: Response): Promise<Texts> {
  return (await response.json()) as Texts;
}
