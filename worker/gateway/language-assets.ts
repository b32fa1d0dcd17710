/**
 * Language assets: what the documents of one language need from the build. A file of the build, fetched when an isolate
 * first needs that language, and kept for the isolate's life. As part of the worker's code, all languages would be parsed at
 * every start.
 */
import { cancelBody } from "#worker/http/cancel-body.ts";
import build from "#build";
import { SPECULATION_RULES } from "#shared/site/speculation-rules.ts";
import type { Language } from "#shared/site/languages.ts";
import { type InlineHashes, inlineHash } from "./security-headers.ts";
import type { texts } from "#shared/locales/en/texts.ts";

/** By namespace; every language has the same keys as English. */
export type Texts = typeof texts;

/** The file's JSON, as worker/build/build.ts writes it. */
export interface LanguageAssetsFile {
  readonly texts: Texts;
  /** The text of the style sheet of every page. */
  readonly css: string;
  /** Addresses of the sheets in `css`. */
  readonly entryStyles: readonly string[];
  /** The texts of the pages' further style sheets, by their addresses. */
  readonly cssOfPages: Readonly<Record<string, string>>;
  /** The brand's background colours by theme (client/brand/brand.css). */
  readonly grounds: Readonly<Record<"dark" | "light", string>>;
  /** Text of the document's first script (client/head-script.ts). */
  readonly headScript: string;
  /** The browser's entry module and all its imports. */
  readonly entryFiles: readonly string[];
  /** The application, which the entry starts, and all its imports. */
  readonly applicationFiles: readonly string[];
  /** Scripts of each page, by page name. */
  readonly pageFiles: Readonly<Record<string, readonly string[]>>;
  /** Addresses of the further style sheets of each page, by route: `traders`, `traders-detail`. */
  readonly pageStyles: Readonly<Record<string, readonly string[]>>;
  /** Script of each namespace's texts. */
  readonly textFiles: Readonly<Record<string, string>>;
}

export interface LanguageAssets extends LanguageAssetsFile {
  /** The hashes of a document that shows no page. */
  readonly inlineHashes: InlineHashes;
  /** The whole style of each page's document, and its hash, by route. */
  readonly pageInline: Readonly<Record<string, { readonly css: string; readonly hash: string }>>;
}

/** Throws an Error if the file cannot be fetched; the next call tries again. */
export type ReadLanguageAssets = (language: Language) => Promise<LanguageAssets>;

const ANY_INLINE: InlineHashes = { scripts: ["'unsafe-inline'"], style: "'unsafe-inline'" };

/** The asset service ignores the origin. */
const ASSETS_ORIGIN = "https://assets.invalid";

export function createLanguageAssets(assets: Fetcher): ReadLanguageAssets {
  // Values, never promises: no request may wait for the I/O of another.
  const known = new Map<Language, LanguageAssets>();
  return async function readLanguageAssets(language) {
    const kept = known.get(language);
    if (kept) return kept;
    // In development, Vite inserts styles by script.
    if (build.development)
      return { ...build.development[language], inlineHashes: ANY_INLINE, pageInline: {} };
    const path = build.languageAssets[language];
    const response = await assets.fetch(ASSETS_ORIGIN + path);
    if (!response.ok) {
      cancelBody(response);
      throw new Error(`The assets of "${language}", ${path}, were answered with ${response.status}`);
    }
    const file = await parseLanguageAssets(response);
    const [style, ...scripts] = await Promise.all(
      [file.css, file.headScript, SPECULATION_RULES].map(inlineHash),
    );
    const pageInline = Object.entries(file.pageStyles).map(async ([route, styles]) => {
      const css = file.css + styles.map((style) => file.cssOfPages[style] ?? "").join("");
      return [route, { css, hash: await inlineHash(css) }] as const;
    });
    const languageAssets = {
      ...file,
      inlineHashes: { style: style ?? "", scripts },
      pageInline: Object.fromEntries(await Promise.all(pageInline)),
    };
    known.set(language, languageAssets);
    return languageAssets;
  };
}

/** The build wrote the file from the same sources, and tests check that every language has the keys of English. */
async function parseLanguageAssets(response: Response): Promise<LanguageAssetsFile> {
  return (await response.json()) as LanguageAssetsFile;
}
