/** Renders frames and badges. Loaded at the first one that is in no cache. */
import type { Context } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import * as v from "valibot";
import build from "#build";
import { createPicture, traderKey } from "#client/entry.embeds.tsx";
import { PageNotFound, type PageAnswers, type LatePageData } from "#client/entry.server.tsx";
import { TraderDetail } from "#shared/contracts/traders.ts";
import type { Language } from "#shared/site/languages.ts";
import { splitUrl } from "#shared/site/page-address.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { inlineHash } from "#worker/gateway/security-headers.ts";
import type { PagesWorld } from "./render-document.tsx";
import { entityTag } from "./entity-tag.ts";
import { createPageDataLoader } from "./load-page-data.ts";
import type { Rendering } from "./page-cache.ts";

export interface PictureRequest {
  readonly language: Language;
  readonly handle: string;
  /** A stand-alone picture if true, otherwise a document for a frame. */
  readonly isBadge: boolean;
}

/** Rejects as `createPageDataLoader`'s `load` does, except with `PageNotFound`. */
export async function renderPicture(
  c: Context<GatewayEnv>,
  { language, handle, isBadge }: PictureRequest,
  { client, siteOrigin, readLanguageAssets, fetchApi, ...world }: PagesWorld,
): Promise<Rendering> {
  const startedMs = world.now();
  const requestId = c.get("requestId");
  const ask = (path: string) => fetchApi(c, path);
  const loader = createPageDataLoader({ ...world, fetchApi: ask, requestId, mayBeLate: false });
  const key = traderKey(handle);
  const { texts } = await readLanguageAssets(language);
  const data = await loader.load([key], key).catch(orAbsent);
  const readAtMs = loader.readAtMs() ?? startedMs;
  const keep = { readAtMs, bookmark: loader.bookmark(), hasFaults: () => false };
  if (data === null) return { response: answerInWords(404, texts.embed.absent, language), keep };
  const trader = v.safeParse(TraderDetail, answerTo(key, data));
  if (!trader.success) return { response: answerInWords(503, texts.embed.failed, language), keep: null };

  const origin = siteOrigin ?? splitUrl(c.req.url).origin;
  const config = { baseUrl: "", siteOrigin: origin, buildId: build.id, language, ...client };
  const { element, css } = createPicture({ trader: trader.output, readAtMs, isBadge }, config, texts);
  const markup = renderToStaticMarkup(element);
  const response = new Response(isBadge ? markup : `<!DOCTYPE html>${markup}`, {
    headers: {
      "Content-Type": isBadge ? "image/svg+xml" : "text/html; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": `default-src 'none'; style-src ${await inlineHash(css)}; ${isBadge ? NEVER_FRAMED : FRAMED}`,
      "Cache-Control": "public, max-age=0, must-revalidate",
      ETag: entityTag(markup),
    },
  });
  return { response, keep };
}

const FRAMED = "base-uri 'none'; form-action 'none'; frame-ancestors *";
const NEVER_FRAMED = "frame-ancestors 'none'";

function orAbsent(error: unknown): null {
  if (error instanceof PageNotFound) return null;
  throw error;
}

function answerTo(key: string, data: PageAnswers | LatePageData): unknown {
  return "answers" in data ? data.answers[key] : undefined;
}

/** Appears in the frame of the picture, so any site may embed it, too. */
function answerInWords(status: number, text: string, language: Language): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Language": language,
      "Content-Security-Policy": `default-src 'none'; ${FRAMED}`,
      "Cache-Control": "no-store",
    },
  });
}
