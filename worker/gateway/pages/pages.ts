/** Answers every address that is not an API call or a file of the build: documents, payloads, redirects, the 404 page. */
import type { Handler } from "hono";
import build from "#build";
import { keptAddress } from "#client/entry.addresses.ts";
import { answerMissingFile } from "#worker/gateway/builds/missing-file.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { createEdgeCache, type EdgeCache, type EdgeCacheOptions } from "./edge-cache.ts";
import { contentHash } from "./entity-tag.ts";
import type { Freshness } from "./freshness.ts";
import { createKeptDocuments } from "./kept-documents.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createKeptParts } from "./kept-parts.ts";
import { addressInLanguage, readPageAddress, splitUrl } from "#shared/page-address.ts";
import type * as MadePages from "./made-pages.ts";
import type { PagesWorld } from "./made-pages.ts";
import { createPageCache } from "./page-cache.ts";
import { personalizeByLanguage, visitorLanguage } from "./visitor-language.ts";

export interface PagesOptions extends Omit<PagesWorld, "keptParts" | "keptAnswers"> {
  /** Of whatever shows the record; purged by whoever has changed it. */
  readonly freshness: Freshness;
  /** Without it pages are kept in this isolate's memory alone. */
  readonly openEdgeCache?: EdgeCacheOptions["open"] | undefined;
}

export function createPages(pagesOptions: PagesOptions): Handler<GatewayEnv> {
  const options = {
    ...pagesOptions,
    keptParts: createKeptParts(),
    keptAnswers: createKeptAnswers(pagesOptions.freshness),
  };
  const keptDocuments = createKeptDocuments({
    cache: createPageCache(options),
    edge: edgeCacheOf(options),
    async render(c, document) {
      const { renderDocument } = await madePages();
      return renderDocument(c, { ...document, isShared: true }, options);
    },
    keptUrl(url) {
      const { origin, ...address } = splitUrl(url);
      const kept = keptAddress(address);
      return kept === null ? null : origin + kept;
    },
    log: options.log,
  });
  return async function pages(c) {
    const { pathname, search } = splitUrl(c.req.url);
    const address = readPageAddress(pathname);
    switch (address.kind) {
      case "document":
        return keptDocuments.answer(c, address.language);
      case "payload": {
        const { answerPayload } = await madePages();
        return answerPayload(c, address, options);
      }
      case "root":
      case "unknown": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        const { renderDocument } = await madePages();
        return (
          await renderDocument(c, { language: visitor.language, url: c.req.url, isShared: false }, options)
        ).response;
      }
      case "bare": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        return c.redirect(addressInLanguage(pathname, visitor.language) + search, 302);
      }
      case "moved":
        return c.redirect(address.path + search, 308);
      case "file":
        return answerMissingFile();
    }
  };
}

function edgeCacheOf({
  client,
  siteOrigin,
  isLocal,
  openEdgeCache,
  freshness,
  startTimer,
}: PagesOptions): EdgeCache | null {
  if (!openEdgeCache) return null;
  return createEdgeCache({
    open: openEdgeCache,
    // An operator may change the settings without a new build.
    version: `${build.id}-${contentHash(client, siteOrigin, isLocal)}`,
    freshness,
    startTimer,
  });
}

let loaded: typeof MadePages | undefined;

/** A module of the worker's own, which an isolate that only answers from a cache, or for the API, never runs. */
async function madePages(): Promise<typeof MadePages> {
  loaded ??= await import("./made-pages.ts");
  return loaded;
}
