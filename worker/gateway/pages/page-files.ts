/** The scripts and sheets that a page's document names. */
import { namespacesOf, type PreparedPage, styleRoute } from "#client/entry.server.tsx";
import { PAGES_BEHIND_SIGN_IN } from "#shared/site/routes.ts";
import type { LanguageAssets } from "#worker/gateway/language-assets.ts";

interface PageFiles {
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
  readonly parts: readonly string[];
  /** RFC 8297: the platform sends these as 103 before the answer. */
  readonly earlyHints: string;
}

export function filesOf(prepared: PreparedPage, languageAssets: LanguageAssets): PageFiles {
  const { page } = prepared;
  const { entryFiles, entryStyles, applicationFiles, pageFiles, pageStyles, textFiles } = languageAssets;
  const texts = namespacesOf(page).flatMap((namespace) => textFiles[namespace] ?? []);
  const application = new Set([...applicationFiles, ...((page && pageFiles[page]) ?? []), ...texts]);
  for (const file of entryFiles) application.delete(file);
  const startsAtOnce = page !== null && PAGES_BEHIND_SIGN_IN.has(page);
  const preloads = startsAtOnce ? [...entryFiles, ...application] : entryFiles;
  return {
    preloads,
    styles: [...entryStyles, ...(pageStyles[styleRoute(prepared)] ?? [])],
    parts: startsAtOnce ? [] : [...application],
    earlyHints: preloads.map((href) => `<${href}>; rel=modulepreload`).join(", "),
  };
}
