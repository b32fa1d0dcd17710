/** A price source's answer to `GET /prices/?asset=EUR/USD&at=2026-11-26T10:00:00Z` (shared/contracts/prices.ts). */
import { canonicalAsset } from "#shared/asset.ts";
import { isInstant } from "#shared/contracts/instant.ts";
import type { PriceAnswer } from "#shared/contracts/prices.ts";
import type { Problem } from "#shared/contracts/problem.ts";
import type { QuoteAt, Quotes } from "./quotes.ts";

export interface HttpAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** The request, and the source that answers it. */
interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly quotes: Quotes;
  /** The source's own name. */
  readonly source: string;
  readonly nowMs: number;
}

export function answerPrice({ method, path, quotes, source, nowMs }: Asked): HttpAnswer {
  const url = URL.parse(path, "http://source");
  if (url?.pathname !== "/prices/") return refuse(404, "not_found", "Prices are at /prices/.");
  if (method !== "GET") return refuse(405, "method_not_allowed", "Prices are asked for with GET.");
  const [asset = "", ...otherAssets] = url.searchParams.getAll("asset");
  if (otherAssets.length > 0 || canonicalAsset(asset) === null)
    return refuse(400, "invalid_query", "asset must be one asset, as EUR/USD.");
  const [at = "", ...otherTimes] = url.searchParams.getAll("at");
  if (otherTimes.length > 0 || !isInstant(at))
    return refuse(
      400,
      "invalid_query",
      "at must be one ISO 8601 instant with a zone, as 2026-11-26T10:00:00Z.",
    );
  const atMs = Date.parse(at);
  if (atMs > nowMs) return refuse(425, "too_early", `${at} has not come yet.`);
  const quote = quotes.lastAt(asset, atMs);
  if (!quote) return refuse(404, "not_found", `There is no quote of ${asset} at or before ${at}.`);
  return { status: 200, body: priceAnswerText({ asset, ...quote, source }) };
}

/** The exact text of an answer with a price; its SHA-256 goes on the record. */
export function priceAnswerText({
  asset,
  atMs,
  price,
  source,
}: QuoteAt & Pick<PriceAnswer, "asset" | "source">): string {
  return JSON.stringify({ asset, at: new Date(atMs).toISOString(), price, source });
}

function refuse(status: number, code: string, detail: string): HttpAnswer {
  return { status, body: JSON.stringify({ detail, code } satisfies Problem) };
}
