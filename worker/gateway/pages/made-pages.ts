/** Documents and payloads made anew: loaded with the first that is in no cache, since React and all pages come with it. */
import type { Context } from "hono";
import build from "#build";
import { isFoundBySearch } from "#client/entry.addresses.ts";
import {
  failPage,
  withholdParts,
  preparePage,
  type PreparedPage,
  type RuntimeConfig,
} from "#client/entry.server.tsx";
import type { Language } from "#shared/languages.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits.ts";
import type { Log } from "#worker/http/log.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { routeLabel } from "#worker/http/route-label.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { ReadEdition } from "#worker/gateway/editions.ts";
import { isCrawler } from "#worker/gateway/search/crawler.ts";
import { keepOutOfSearch } from "#worker/gateway/search/keep-out-of-search.ts";
import { timing } from "#worker/gateway/server-timing.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { entityTag, isNotModified } from "./entity-tag.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { RenderedDocument } from "./kept-documents.ts";
import type { KeptParts } from "./kept-parts.ts";
import { createPageDataLoader } from "./load-page-data.ts";
import { splitUrl } from "#shared/page-address.ts";
import { renderPage, type RenderOptions } from "./render.tsx";
import { canStartBeforeData, isSlow, type SlowPage, startBeforeData } from "./slow-data.ts";

/** What pages are made with, the same for all of one isolate. */
export interface PagesWorld {
  /** What every browser is told, whatever it asked for. */
  readonly client: Omit<RuntimeConfig, "baseUrl" | "siteOrigin" | "buildId" | "language">;
  /** The operator's; null where documents say the origin that they were asked at. */
  readonly siteOrigin: string | null;
  readonly readEdition: ReadEdition;
  readonly isLocal: boolean;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly log: Log;
  /** Answers a GET under `/api/` as the browser would get it. */
  readonly fetchApi: (c: Context<GatewayEnv>, path: string) => Promise<Response>;
  readonly keptParts: KeptParts;
  readonly keptAnswers: KeptAnswers;
}

/** `isShared` says that `url` alone decides on the document, so that another reader may be given the same. */
export async function renderDocument(
  c: Context<GatewayEnv>,
  { language, url, isShared }: { language: Language; url: string; isShared: boolean },
  {
    client,
    siteOrigin,
    readEdition,
    isLocal,
    now,
    startTimer,
    log,
    fetchApi,
    keptParts,
    keptAnswers,
  }: PagesWorld,
): Promise<RenderedDocument> {
  const { origin, ...address } = splitUrl(url);
  const config: RuntimeConfig = {
    baseUrl: "",
    siteOrigin: siteOrigin ?? origin,
    buildId: build.id,
    language,
    ...client,
  };
  const loader = createPageDataLoader({
    fetchApi: (path) => fetchApi(c, path),
    answers: keptAnswers,
    origin,
    now,
    startTimer,
    log,
    requestId: c.get("requestId"),
  });
  const startedMs = now();
  const edition = await readEdition(language);
  const preparing = preparePage(address, language, loader.load);
  let faults = 0;
  const onFault = () => {
    faults += 1;
  };
  const options: RenderOptions = { config, edition, log, isLocal, keptParts, onFault };
  const mayStart = canStartBeforeData(address.pathname, language) && !isCrawler(c.req.header("User-Agent"));
  if (isShared && mayStart && (await isSlow(preparing, startTimer))) {
    c.header("Cache-Control", "no-store");
    const render: SlowPage["render"] = (own, page, extent) => renderPage(own, page, { ...options, extent });
    const response = await startBeforeData(c, { address, preparing, language, log, render });
    // Whoever else wants this page waits for it to end, and then finds the API's answers kept.
    return { response, keep: { readAtMs: now(), hasFaults: () => true } };
  }
  const prepared = await preparing;
  const dataMs = now() - startedMs;
  c.header("Server-Timing", timing({ data: dataMs }));
  const isIncomplete = loader.hasFailed() && !prepared.isWholeWithoutData;
  const status = prepared.status === 200 && isIncomplete ? 503 : prepared.status;
  const isFound = isFoundBySearch(prepared.page) && prepared.isOffered;
  const isKept = isShared && status === 200 && isFound && !loader.hasFailed();
  if (!isFound) keepOutOfSearch(c);
  if (isShared && nameVersion(c, isKept ? entityTag(c.req.path, config, prepared.loaderData) : null)) {
    return { response: c.body(null, 304), keep: null };
  }
  try {
    const response = await renderPage(c, { ...prepared, status }, options);
    response.headers.set("Server-Timing", timing({ data: dataMs, render: now() - startedMs - dataMs }));
    return { response, keep: isKept ? { readAtMs: loader.readAtMs(), hasFaults: () => faults > 0 } : null };
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error;
    return { response: await renderFailed(c, prepared, options), keep: null };
  }
}

/** Tells caches what they may keep: the version with this tag, or nothing. True where the reader has that version. */
function nameVersion(c: Context<GatewayEnv>, tag: string | null): boolean {
  c.header("Cache-Control", tag === null ? "no-store" : "public, max-age=0, must-revalidate");
  if (tag === null) return false;
  c.header("ETag", tag);
  return isNotModified(c.req.header("If-None-Match"), tag);
}

/** The page with its parts held back, if the fault, which has been logged, is in one of them; otherwise its error page. */
async function renderFailed(
  c: Context<GatewayEnv>,
  prepared: PreparedPage,
  options: RenderOptions,
): Promise<Response> {
  c.header("ETag", undefined);
  c.header("Cache-Control", "no-store");
  try {
    return await renderPage(c, withholdParts(prepared), { ...options, log: () => {} });
  } catch {
    const failed = failPage(prepared, { status: DEFAULT_ERROR_STATUS, requestId: c.get("requestId") });
    return renderPage(c, failed, options);
  }
}

/** A page's data as JSON: 404 where there is no such page, 503 where a part of it could not be had, with what there is. */
export async function answerPayload(
  c: Context<GatewayEnv>,
  { language, path }: { language: Language; path: string },
  { fetchApi, now, startTimer, log }: PagesWorld,
): Promise<Response> {
  const { origin, search } = splitUrl(c.req.url);
  const loader = createPageDataLoader({
    fetchApi: (key) => fetchApi(c, key),
    origin,
    now,
    startTimer,
    log,
    requestId: c.get("requestId"),
  });
  const startedMs = now();
  const prepared = await preparePage({ pathname: path, search }, language, loader.load);
  c.header("Server-Timing", timing({ data: now() - startedMs }));
  if (prepared.status === 404) {
    return problemResponse(404, { code: "page_not_found", detail: `There is no page at ${path}.` });
  }
  const [data = {}] = Object.values(prepared.loaderData);
  if (prepared.status !== 200 || loader.hasFailed()) {
    log({
      level: "warn",
      event: "payload_failed",
      requestId: c.get("requestId"),
      route: routeLabel(path),
    });
    c.header("Cache-Control", "no-store");
    return c.json(data, 503);
  }
  const isKept = isFoundBySearch(prepared.page);
  const tag = isKept ? entityTag(c.req.path, { buildId: build.id, language }, data) : null;
  return nameVersion(c, tag) ? c.body(null, 304) : c.json(data);
}
