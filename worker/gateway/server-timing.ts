/**
 * How long an answer took, as a `Server-Timing` field (W3C Server Timing). Names and numbers only: nothing about the client.
 *
 * Not by hono/timing: it collects in the context of a request, and the proxy, which also fetches the data of pages, has
 * none.
 */

/** One attempt that was tried again. */
export interface Retry {
  /** Status of the answer, or the kind of fault. */
  readonly cause: string;
  /** The failed attempt and the wait after it. */
  readonly durationMs: number;
}

/** For instance `retry;desc="503";dur=140, upstream;dur=152`: every retry in order, then the whole time at the upstream. */
export function upstreamTiming(retries: readonly Retry[], totalMs: number): string {
  const lost = retries.map(({ cause, durationMs }) => `retry;desc="${cause}";dur=${Math.round(durationMs)}`);
  return [...lost, `upstream;dur=${Math.round(totalMs)}`].join(", ");
}

/** For instance `data;dur=12, render;dur=5`: in the order given. On Cloudflare the clock advances only while waiting. */
export function timing(durationsMs: Readonly<Record<string, number>>): string {
  return Object.entries(durationsMs)
    .map(([name, ms]) => `${name};dur=${Math.max(0, Math.round(ms))}`)
    .join(", ");
}
