/**
 * Which parts of the site an operator's own backend lacks, so that no link and no sitemap leads there. The backend itself is
 * asked, once for all readers of an isolate: every operator would have to set a variable, and it would be wrong once the
 * backend gains a part. The embedded API has all parts and is never asked.
 */
import type { Context } from "hono";
import { SITE_PARTS, type SitePart } from "#shared/site-parts.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { cancelBody } from "#worker/gateway/proxy/attempt.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import {
  ABSENT_PARTS_MS,
  ABSENT_PARTS_RETRY_MS,
  ABSENT_PARTS_WAIT_MS,
  POLL_MS,
} from "#shared/limits/pages.ts";

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
  let absent: readonly SitePart[] = [];
  let askAgainAtMs = -Infinity;
  /** Until the first question is answered, or has timed out. */
  let isFirstOpen = true;

  /** Null if the backend gives no clear answer now. */
  async function isAbsent(c: Context<GatewayEnv>, part: SitePart): Promise<boolean | null> {
    const response = await ask(c, SITE_PARTS[part]);
    const { status } = response;
    cancelBody(response);
    return status >= 500 || status === 429 ? null : status === 404;
  }

  async function learn(c: Context<GatewayEnv>): Promise<void> {
    // One call while the backend is unreachable, not all of them.
    const first = await isAbsent(c, FIRST);
    if (first === null) return;
    const known = absent;
    const heard = await Promise.all(
      PARTS.map(async (part) => {
        const isGone = part === FIRST ? first : ((await isAbsent(c, part)) ?? known.includes(part));
        return isGone ? [part] : [];
      }),
    );
    absent = heard.flat();
    askAgainAtMs = now() + ABSENT_PARTS_MS;
  }

  return async function readAbsentParts(c) {
    if (now() >= askAgainAtMs) {
      askAgainAtMs = now() + ABSENT_PARTS_RETRY_MS;
      c.executionCtx.waitUntil(learn(c).finally(() => (isFirstOpen = false)));
    }
    // No request may wait for the I/O of another, so each polls by itself.
    for (let waitedMs = 0; waitedMs < ABSENT_PARTS_WAIT_MS; waitedMs += POLL_MS) {
      if (!isFirstOpen) break;
      await startTimer(POLL_MS).over;
    }
    isFirstOpen = false;
    return absent;
  };
}
