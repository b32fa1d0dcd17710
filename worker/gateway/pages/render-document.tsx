/** Renders documents and payloads. Loaded at the first one that is in no cache: React and all pages come with it. */
import { reactRenderer } from "@hono/react-renderer";
import type { Context } from "hono";
import build from "#build";
import { isFoundBySearch } from "#client/entry.addresses.ts";
import {
  createDocument,
  createPageElement,
  failPage,
  isLate,
  type PageAnswers,
  preparePage,
  type PreparedPage,
  type RuntimeConfig,
  styleRoute,
} from "#client/entry.server.tsx";
import type { Language } from "#shared/site/languages.ts";
import { splitUrl } from "#shared/site/page-address.ts";
import { WHOLE_DOCUMENT_PARAM } from "#shared/site/routes.ts";
import type { Config } from "#worker/config.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { LanguageAssets, ReadLanguageAssets } from "#worker/gateway/language-assets.ts";
import { routeLabel } from "#worker/gateway/route-label.ts";
import { isCrawler } from "#worker/gateway/search/crawler.ts";
import { keepOutOfSearch } from "#worker/gateway/search/robots.ts";
import { contentSecurityPolicy, createNonce } from "#worker/gateway/security-headers.ts";
import { timing } from "#worker/gateway/server-timing.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { entityTag, nameVersion } from "./entity-tag.ts";
import { createPageDataLoader } from "./load-page-data.ts";
import type { Rendering } from "./page-cache.ts";
import { filesOf } from "./page-files.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits/browser.ts";
import { RENDER_DEADLINE_MS } from "#shared/limits/pages.ts";

/** What all pages of one isolate are made with. */
export interface PagesWorld {
  /** Settings for every browser, whatever the request. */
  readonly client: Omit<RuntimeConfig, "baseUrl" | "siteOrigin" | "buildId" | "language" | "environmentMark">;
  readonly environment: Config["environment"];
  /** The operator's; null if documents use the origin of the request. */
  readonly siteOrigin: string | null;
  readonly readLanguageAssets: ReadLanguageAssets;
  /** Leaves answers uncompressed, so that the local proxy does not hold back the stream. */
  readonly isLocal: boolean;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly log: Log;
  /** Answers a GET under `/api/` as the browser would get it. */
  readonly fetchApi: (c: Context<GatewayEnv>, path: string) => Promise<Response>;
}

/** `isShared` means that the document depends on `url` alone, so that other readers may get the same. */
export interface DocumentRequest {
  readonly language: Language;
  readonly url: string;
  readonly isShared: boolean;
}

/** The page, at once if its data takes longer than its reader should wait. */
export async function renderDocument(
  c: Context<GatewayEnv>,
  request: DocumentRequest,
  world: PagesWorld,
): Promise<Rendering> {
  const document = await prepareDocument(c, request, world);
  const { data } = document.prepared;
  return data && isLate(data) ? renderBeforeData(c, document, data.late) : renderWithData(c, document);
}

type PreparedDocument = Awaited<ReturnType<typeof prepareDocument>>;

async function prepareDocument(
  c: Context<GatewayEnv>,
  { language, url, isShared }: DocumentRequest,
  world: PagesWorld,
) {
  const { now } = world;
  const { origin, search } = splitUrl(c.req.url);
  const isWhole =
    isCrawler(c.req.header("User-Agent")) || new URLSearchParams(search).has(WHOLE_DOCUMENT_PARAM);
  const loader = dataLoader(c, world, isShared && !isWhole);
  const startedMs = now();
  const languageAssets = await world.readLanguageAssets(language);
  const prepared = await preparePage(url, language, loader.load);
  const dataMs = now() - startedMs;
  const siteOrigin = world.siteOrigin ?? origin;
  const mark = world.environment === "staging" && {
    environmentMark: languageAssets.texts.environment.staging,
  };
  const config = { baseUrl: "", siteOrigin, buildId: build.id, language, ...world.client, ...mark };
  return { prepared, options: { config, languageAssets, world }, loader, isShared, startedMs, dataMs };
}

async function renderWithData(c: Context<GatewayEnv>, document: PreparedDocument): Promise<Rendering> {
  const { prepared, options, loader, isShared, startedMs, dataMs } = document;
  const { now } = options.world;
  const isIncomplete = loader.hasFailed() && !prepared.isWholeWithoutData;
  const status = prepared.status === 200 && isIncomplete ? 503 : prepared.status;
  const isFound = isFoundBySearch(prepared.page) && prepared.isOffered;
  if (!isFound) keepOutOfSearch(c);
  const renderedMs = now();
  const { response, faults } = await renderPage(c, { ...prepared, status }, options);
  const isSound = isShared && !loader.hasFailed() && faults() === 0;
  const isKept = isSound && response.status === 200 && isFound;
  const isMissing = isSound && response.status === 404;
  const readAtMs = loader.readAtMs() ?? (isMissing ? startedMs : null);
  const tag = isKept ? entityTag(c.req.path, options.config, prepared.context.loaderData) : null;
  if (isShared || response.status >= 500) nameVersion(response.headers, tag);
  response.headers.set("Server-Timing", timing({ data: dataMs, render: now() - renderedMs }));
  return {
    response,
    keep:
      isKept || isMissing ? { readAtMs, bookmark: loader.bookmark(), hasFaults: () => faults() > 0 } : null,
  };
}

/** The page is sent before its data, which follows in the same answer; `whole` renders it with the data, for the cache. */
async function renderBeforeData(
  c: Context<GatewayEnv>,
  document: PreparedDocument,
  late: Promise<PageAnswers>,
): Promise<Rendering> {
  const { prepared, options } = document;
  const { response } = await renderPage(c, prepared, { ...options, nonce: createNonce() });
  nameVersion(response.headers, null);
  return {
    response,
    keep: null,
    whole: async (ofCache) =>
      renderWithData(ofCache, { ...document, prepared: withData(prepared, await late) }),
  };
}

function withData({ context, ...prepared }: PreparedPage, data: PreparedPage["data"]): PreparedPage {
  const loaderData = Object.fromEntries(Object.keys(context.loaderData).map((id) => [id, data]));
  return { ...prepared, data, context: { ...context, loaderData } };
}

function dataLoader(c: Context<GatewayEnv>, { fetchApi, ...world }: PagesWorld, mayBeLate: boolean) {
  const requestId = c.get("requestId");
  return createPageDataLoader({ ...world, fetchApi: (path) => fetchApi(c, path), requestId, mayBeLate });
}

interface RenderOptions {
  readonly config: RuntimeConfig;
  readonly languageAssets: LanguageAssets;
  readonly world: Pick<PagesWorld, "log" | "isLocal">;
  /** For a document that is sent before its data: React's own scripts insert the data. */
  readonly nonce?: string;
}

interface RenderedPage {
  readonly response: Response;
  /** How many parts of the page could not be rendered; final when the body has ended. */
  readonly faults: () => number;
}

/** The page; if all of it failed, which has been logged, its error page. A fault known before the answer makes it a 500. */
async function renderPage(
  c: Context<GatewayEnv>,
  prepared: PreparedPage,
  options: RenderOptions,
): Promise<RenderedPage> {
  try {
    return await stream(c, prepared, options);
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error;
    const failed = { status: DEFAULT_ERROR_STATUS, requestId: c.get("requestId") };
    return stream(c, failPage(prepared, failed), options);
  }
}

/** Rejects if the shell cannot be rendered; nothing has been sent then. */
async function stream(
  c: Context<GatewayEnv>,
  prepared: PreparedPage,
  { config, languageAssets, world: { log, isLocal }, nonce }: RenderOptions,
): Promise<RenderedPage> {
  const { texts, grounds, headScript, inlineHashes } = languageAssets;
  const { earlyHints, ...assets } = filesOf(prepared, languageAssets);
  const ofPage = languageAssets.pageInline[styleRoute(prepared)];
  const { css, hash: style } = ofPage ?? { css: languageAssets.css, hash: inlineHashes.style };
  let faults = 0;
  const document = createDocument(prepared, config, texts, { css, grounds, headScript, ...assets });
  const renderer = reactRenderer(document, {
    stream: { "Content-Type": "text/html; charset=utf-8" },
    readableStreamOptions: {
      // React sends a finished part that is larger than this many bytes at the end, for a script to move.
      progressiveChunkSize: Infinity,
      ...(nonce !== undefined && { nonce }),
      bootstrapModules: [build.entry],
      signal: AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(RENDER_DEADLINE_MS)]),
      onError(error) {
        faults += 1;
        if (c.req.raw.signal.aborted) return;
        const requestId = c.get("requestId");
        log({ level: "error", event: "render_failed", requestId, error: describeError(error) });
      },
    },
  });
  await renderer(c, async () => {});
  c.header(
    "Content-Security-Policy",
    contentSecurityPolicy(
      { ...inlineHashes, style },
      { nonce, hasTurnstile: config.turnstileSiteKey !== undefined },
    ),
  );
  c.header("Content-Language", config.language);
  c.header("Link", earlyHints);
  if (isLocal) c.header("Content-Encoding", "identity");
  const { body, headers } = await c.render(createPageElement(prepared, config, texts));
  const status = faults > 0 ? DEFAULT_ERROR_STATUS : prepared.status;
  return { response: new Response(body, { status, headers }), faults: () => faults };
}

/** A page's data as JSON: 404 if there is no such page, 503 with the available data if a part of it failed. */
export async function renderPayload(
  c: Context<GatewayEnv>,
  { language, url }: { readonly language: Language; /** Of the page. */ readonly url: string },
  world: PagesWorld,
): Promise<Rendering> {
  const { now, log } = world;
  const loader = dataLoader(c, world, false);
  const startedMs = now();
  const { status, page, data } = await preparePage(url, language, loader.load);
  const { pathname } = splitUrl(url);
  const hasFailed = (status !== 200 && status !== 404) || loader.hasFailed();
  if (hasFailed) {
    const requestId = c.get("requestId");
    log({ level: "warn", event: "payload_failed", requestId, route: routeLabel(pathname) });
  }
  const response =
    status === 404
      ? problemResponse(404, { code: "page_not_found", detail: `There is no page at ${pathname}.` })
      : Response.json(data ?? {}, { status: hasFailed ? 503 : 200 });
  response.headers.set("Server-Timing", timing({ data: now() - startedMs }));
  const isFound = status === 200 && isFoundBySearch(page);
  const tag = isFound && !hasFailed ? entityTag(pathname, { buildId: build.id, language }, data) : null;
  nameVersion(response.headers, tag);
  const keep = {
    readAtMs: loader.readAtMs() ?? startedMs,
    bookmark: loader.bookmark(),
    hasFaults: () => false,
  };
  return { response, keep: (isFound || status === 404) && !hasFailed ? keep : null };
}
