/** Answers every address that is not an API call or a file of the build: documents, payloads, redirects, the 404 page. */
import type { Context, Handler } from "hono";
import build from "#build";
import { failPage, preparePage, type PreparedPage, type RuntimeConfig } from "#client/entry.server.tsx";
import type { Language } from "#shared/languages.ts";
import { DEFAULT_ERROR_STATUS } from "#shared/limits.ts";
import { PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";
import { describeError, type Log } from "#worker/http/log.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { answerMissingFile } from "#worker/gateway/builds/missing-file.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { createPageDataLoader } from "./load-page-data.ts";
import { entityTag, isNotModified } from "./entity-tag.ts";
import { addressInLanguage, readPageAddress } from "./page-address.ts";
import { renderPage } from "./render.tsx";
import { personalizeByLanguage, visitorLanguage } from "./visitor-language.ts";

export interface PagesOptions {
  /** What every browser is told, whatever it asked for. */
  readonly client: Omit<RuntimeConfig, "baseUrl" | "buildId" | "language">;
  readonly isLocal: boolean;
  readonly log: Log;
  /** Answers a GET under `/api/` as the browser would get it. */
  readonly fetchApi: (c: Context<GatewayEnv>, path: string) => Promise<Response>;
}

export function createPages(options: PagesOptions): Handler<GatewayEnv> {
  return function pages(c) {
    const url = new URL(c.req.url);
    const address = readPageAddress(url.pathname);
    switch (address.kind) {
      case "document":
        return answerDocument(c, address.language, options);
      case "payload":
        return answerPayload(c, address, options);
      case "root":
      case "unknown": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        return answerDocument(c, visitor.language, options);
      }
      case "bare": {
        const visitor = visitorLanguage(c);
        personalizeByLanguage(c, visitor);
        return c.redirect(addressInLanguage(address.rest, visitor.language) + url.search, 302);
      }
      case "moved":
        return c.redirect(address.path + url.search, 308);
      case "file":
        return answerMissingFile();
    }
  };
}

async function answerDocument(
  c: Context<GatewayEnv>,
  language: Language,
  { client, isLocal, log, fetchApi }: PagesOptions,
): Promise<Response> {
  const { origin } = new URL(c.req.url);
  const config: RuntimeConfig = { baseUrl: origin, buildId: build.id, language, ...client };
  const loader = createPageDataLoader((path) => fetchApi(c, path));
  const prepared = await preparePage(new Request(c.req.url), language, loader.load);
  const status = prepared.status === 200 && loader.hasFailed() ? 503 : prepared.status;
  const isKept = status === 200 && !c.res.headers.has("Cache-Control");
  if (isKept && isPublic(prepared)) {
    const tag = await entityTag(c.req.path, config, prepared.loaderData);
    c.header("ETag", tag);
    c.header("Cache-Control", "public, max-age=0, must-revalidate");
    if (isNotModified(c.req.header("If-None-Match"), tag)) return c.body(null, 304);
  } else if (!c.res.headers.has("Cache-Control")) {
    c.header("Cache-Control", "no-store");
  }
  const render = (page: PreparedPage) => renderPage(c, page, { config, log, isLocal });
  try {
    return await render({ ...prepared, status });
  } catch (error) {
    if (c.req.raw.signal.aborted) throw error;
    c.header("ETag", undefined);
    c.header("Cache-Control", "no-store");
    return render(failPage(prepared, { status: DEFAULT_ERROR_STATUS, requestId: c.get("requestId") }));
  }
}

async function answerPayload(
  c: Context<GatewayEnv>,
  { language, path }: { language: Language; path: string },
  { fetchApi, log }: PagesOptions,
): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  const loader = createPageDataLoader((key) => fetchApi(c, key));
  const prepared = await preparePage(new Request(url), language, loader.load);
  if (prepared.status === 404) {
    return problemResponse(404, { code: "page_not_found", detail: `There is no page at ${path}.` });
  }
  const [data = {}] = Object.values(prepared.loaderData);
  if (prepared.status !== 200 || loader.hasFailed()) {
    log({
      level: "warn",
      event: "payload_failed",
      requestId: c.get("requestId"),
      error: describeError(path),
    });
    return problemResponse(503, {
      code: "payload_unavailable",
      detail: "The data of this page cannot be loaded now.",
    });
  }
  const tag = await entityTag(c.req.path, { buildId: build.id, language }, data);
  c.header("ETag", tag);
  c.header("Cache-Control", "public, max-age=0, must-revalidate");
  return isNotModified(c.req.header("If-None-Match"), tag) ? c.body(null, 304) : c.json(data);
}

function isPublic({ page }: PreparedPage): boolean {
  return page !== null && !PAGES_BEHIND_SIGN_IN.has(page);
}
