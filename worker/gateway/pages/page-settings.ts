/** What an operator's settings change in every page, without a new build. */
import build from "#build";
import type { Config } from "#worker/config.ts";
import { contentHash } from "./entity-tag.ts";
import type { PagesWorld } from "./render-document.tsx";

/** The settings that every browser gets, in documents and for the application. */
export function browserSettings(config: Config, isEmbedded: boolean): PagesWorld["client"] {
  const { turnstile, errorReporting, log } = config;
  return {
    brand: config.brand,
    buildCheckIntervalMs: config.buildCheckIntervalMs,
    hasServiceWorker: config.hasServiceWorker,
    hasOwnBackend: !isEmbedded,
    absentParts: config.absentParts,
    isWitnessed: isEmbedded && log.witnesses.length > 0,
    signUp: isEmbedded ? config.signUp : "closed",
    ...(turnstile !== null && { turnstileSiteKey: turnstile.siteKey }),
    ...(errorReporting !== null && { reportsErrors: true }),
  };
}

/** Identifies the build and the settings: a page that was made with others is not served from a cache. */
export function pagesVersion(config: Config): string {
  const { origin, apiBaseUrl, isLocal, environment } = config;
  const settings = browserSettings(config, apiBaseUrl === null);
  return `${build.id}-${contentHash(settings, origin, apiBaseUrl, isLocal, environment)}`;
}
