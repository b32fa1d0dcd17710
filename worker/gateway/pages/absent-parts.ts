/**
 * Which parts of the site an operator's own backend is without, so that no link and no sitemap leads there. Asked of the backend
 * itself, once for all readers of an isolate, since a variable would have to be set by every operator and would be wrong from the
 * day on which the backend gains a part. The embedded API has all of them and is never asked.
 */
import type { Context } from "hono";
import { SITE_PARTS, type SitePart } from "#shared/site-parts.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { cancelBody } from "#worker/gateway/proxy/attempt.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";

/** A part that the backend gains is linked to after at most this long. */
const LIFE_MS = 5 * 60_000;
/** Until a backend that did not answer is asked again. */
const RETRY_MS = 10_000;
/** The first page of an isolate waits for so long; without an answer it takes everything to be there. */
const MAX_WAIT_MS = 1_000;

const PARTS = Object.keys(SITE_PARTS) as SitePart[];
const FIRST = "signal";

/** Never rejects. */
export type ReadAbsentParts = (c: Context<GatewayEnv>) => Promise<readonly SitePart[]>;

export interface AbsentPartsOptions {
  /** Answers a GET under `/api/` as a browser would get it, without a token; never rejects. */
  readonly ask: (c: Context<GatewayEnv>, path: string) => Promise<Response>;
  readonly now: () => number;
  readonly startTimer: StartTimer;
}

export function createAbsentParts({ ask, now, startTimer }: AbsentPartsOptions): ReadAbsentParts {
  let absent: readonly SitePart[] | null = null;
  let askAgainAtMs = -Infinity;

  /** Null where the backend does not say it now. */
  async function isAbsent(c: Context<GatewayEnv>, part: SitePart): Promise<boolean | null> {
    const response = await ask(c, SITE_PARTS[part]);
    const { status } = response;
    cancelBody(response);
    return status >= 500 || status === 429 ? null : status === 404;
  }

  async function learn(c: Context<GatewayEnv>): Promise<void> {
    // One call while the backend is out of reach, not all of them.
    const first = await isAbsent(c, FIRST);
    if (first === null) {
      askAgainAtMs = now() + RETRY_MS;
      return;
    }
    const known = absent ?? [];
    const heard = await Promise.all(
      PARTS.map(async (part) => {
        const isGone = part === FIRST ? first : ((await isAbsent(c, part)) ?? known.includes(part));
        return isGone ? [part] : [];
      }),
    );
    absent = heard.flat();
    askAgainAtMs = now() + LIFE_MS;
  }

  return async function readAbsentParts(c) {
    if (now() < askAgainAtMs) return absent ?? [];
    // Nobody else asks meanwhile, where there is something to go on with.
    if (absent) askAgainAtMs = now() + RETRY_MS;
    const learning = learn(c);
    c.executionCtx.waitUntil(learning);
    if (absent) return absent;
    const timer = startTimer(MAX_WAIT_MS);
    await Promise.race([learning, timer.over]);
    timer.stop();
    return absent ?? [];
  };
}
