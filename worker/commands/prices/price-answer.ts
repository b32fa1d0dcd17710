/** A price source's answers to `GET /prices/` and `GET /prices/series/` (shared/contracts/prices.ts). */
import { canonicalAsset } from "#shared/assets/asset.ts";
import { isInstant } from "#shared/contracts/instant.ts";
import type { PriceAnswer } from "#shared/contracts/prices.ts";
import type { Problem } from "#shared/contracts/problem.ts";
import { PRICE_SERIES } from "#shared/limits/prices.ts";
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
  const isSeries = url?.pathname === "/prices/series/";
  if (!isSeries && url?.pathname !== "/prices/") return refuse(404, "not_found", "Prices are at /prices/.");
  if (method !== "GET") return refuse(405, "method_not_allowed", "Use GET to ask for prices.");
  const asset = only(url.searchParams, "asset");
  if (asset === null || canonicalAsset(asset) === null)
    return refuse(400, "invalid_query", "asset must be one asset, like EUR/USD.");
  const names = isSeries ? ["from", "to"] : ["at"];
  const moments = names.map((name) => momentOf(url.searchParams, name));
  const wrong = names[moments.indexOf(null)];
  if (wrong !== undefined)
    return refuse(
      400,
      "invalid_query",
      `${wrong} must be one ISO 8601 time with a zone, like 2026-11-26T10:00:00Z.`,
    );
  const [fromMs = 0, toMs = fromMs] = moments.map(Number);
  if (toMs > nowMs) return refuse(425, "too_early", `${new Date(toMs).toISOString()} is in the future.`);
  if (isSeries) {
    const points = seriesOf(quotes, asset, fromMs, toMs);
    return { status: 200, body: JSON.stringify({ asset, points }) };
  }
  const quote = quotes.lastAt(asset, toMs);
  if (!quote)
    return refuse(
      404,
      "not_found",
      `There is no quote of ${asset} at or before ${new Date(toMs).toISOString()}.`,
    );
  return { status: 200, body: priceAnswerText({ asset, ...quote, source }) };
}

/** The last quotes at or before moments that are spread evenly from `fromMs` to `toMs`, each once. */
function seriesOf(quotes: Quotes, asset: string, fromMs: number, toMs: number) {
  const stepMs = (toMs - fromMs) / (PRICE_SERIES.points - 1);
  const found = Array.from({ length: PRICE_SERIES.points }, (_, index) =>
    quotes.lastAt(asset, Math.round(fromMs + index * stepMs)),
  );
  return found.flatMap((quote, index) =>
    quote && quote.atMs >= fromMs && quote.atMs !== found[index - 1]?.atMs
      ? [{ at: new Date(quote.atMs).toISOString(), price: quote.price }]
      : [],
  );
}

/** Null if a parameter is missing or given twice. */
function only(params: URLSearchParams, name: string): string | null {
  const [value = null, ...others] = params.getAll(name);
  return others.length > 0 ? null : value;
}

function momentOf(params: URLSearchParams, name: string): number | null {
  const text = only(params, name);
  return text !== null && isInstant(text) ? Date.parse(text) : null;
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
