/**
 * Asks sources for prices: `GET {url}/prices/?asset=EUR/USD&at=2026-11-26T10:00:00Z`, as described in README.md in this
 * folder.
 */
import pLimit from "p-limit";
import * as v from "valibot";
import { type PriceFault, PriceAnswer, type Quote } from "#shared/contracts/prices.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import { parseJson } from "#worker/api/json-text.ts";
import { fetchBounded } from "#worker/http/fetch-bounded.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";
import type { PriceSource } from "#worker/api/signals/index.ts";
import {
  MAX_PRICE_ANSWER_BYTES,
  MAX_PRICE_FAILURES,
  PRICE_ANSWER_MS,
  PRICE_QUESTIONS_AT_ONCE,
} from "#shared/limits/prices.ts";

export type SourceAnswer =
  | { readonly kind: "quote"; readonly quote: Quote; readonly source: string }
  /** It has no quote at or before that moment. */
  | { readonly kind: "none" }
  | { readonly kind: "fault"; readonly reason: PriceFault }
  /** Not asked: it has failed too often in this run, or the run is over. */
  | { readonly kind: "unasked" };

/** Whether the source gave no usable answer at all. */
export function isOutOfReach(answer: SourceAnswer): boolean {
  return answer.kind === "fault" && (answer.reason === "down" || answer.reason === "slow");
}

/** The last quote of an asset at or before a moment, from one source. Never rejects, whatever a source does. */
export type AskSource = (source: PriceSource, asset: string, atMs: number) => Promise<SourceAnswer>;

/**
 * For one run, until `deadline` aborts: at most `PRICE_QUESTIONS_AT_ONCE` requests at a time, no request twice, and no more
 * requests to a source that has failed `MAX_PRICE_FAILURES` times in a row.
 */
export function createAskSource(deadline: AbortSignal): AskSource {
  const limit = pLimit(PRICE_QUESTIONS_AT_ONCE);
  const asked = new Map<string, Promise<SourceAnswer>>();
  const failures = new Map<string, number>();
  return (source, asset, atMs) => {
    const query = new URLSearchParams({ asset, at: new Date(atMs).toISOString() }).toString();
    const url = `${source.url}/prices/?${query}`;
    const ask = async (): Promise<SourceAnswer> => {
      const failed = () => failures.get(source.url) ?? 0;
      if (failed() >= MAX_PRICE_FAILURES || deadline.aborted) return { kind: "unasked" };
      const answer = await fetchAnswer(url, { asset, atMs }, deadline);
      failures.set(source.url, isOutOfReach(answer) ? failed() + 1 : 0);
      return answer;
    };
    const answer = asked.get(url) ?? limit(ask);
    asked.set(url, answer);
    return answer;
  };
}

interface Question {
  readonly asset: string;
  readonly atMs: number;
}

async function fetchAnswer(url: string, question: Question, deadline: AbortSignal): Promise<SourceAnswer> {
  const inTime = AbortSignal.any([deadline, AbortSignal.timeout(PRICE_ANSWER_MS)]);
  try {
    const headers = { Accept: "application/json" };
    const bounds = { maxBytes: MAX_PRICE_ANSWER_BYTES, deadline: inTime };
    const { status, bytes } = await fetchBounded(url, { headers }, bounds);
    if (status === 404) return { kind: "none" };
    if (status === 425) return { kind: "fault", reason: "unsettled" };
    if (status !== 200) return { kind: "fault", reason: "down" };
    return await readAnswer(bytes, question);
  } catch {
    return { kind: "fault", reason: inTime.aborted ? "slow" : "down" };
  }
}

async function readAnswer(bytes: Uint8Array<ArrayBuffer>, { asset, atMs }: Question): Promise<SourceAnswer> {
  const parsed = v.safeParse(PriceAnswer, parseJson(new TextDecoder().decode(bytes)));
  if (!parsed.success) return { kind: "fault", reason: "malformed" };
  const { at, price, source, asset: answered } = parsed.output;
  // A quote from after the moment does not count for it, and shows no gap before it.
  if (answered !== asset || at > atMs) return { kind: "fault", reason: "contradictory" };
  const sha256 = toHex(await sha256OfBytes(bytes));
  return { kind: "quote", quote: { price, at: new Date(at).toISOString(), sha256 }, source };
}
