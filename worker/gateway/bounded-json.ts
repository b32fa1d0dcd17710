/** What an upstream answers pages and sitemaps with, read in bounded memory and time: it may stall or go on for ever. */
import { MAX_PAGE_DATA_BYTES, PAGE_DATA_DEADLINE_MS } from "#shared/limits.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import type { Sleep } from "./sleep.ts";

/** Gives `work` a signal that aborts after `PAGE_DATA_DEADLINE_MS`. */
export async function withDeadline<Result>(
  sleep: Sleep,
  work: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const tooLate = new AbortController();
  const timer = new AbortController();
  sleep(PAGE_DATA_DEADLINE_MS, timer.signal).then(
    () => tooLate.abort(),
    () => undefined, // called off below
  );
  try {
    return await work(tooLate.signal);
  } finally {
    timer.abort();
  }
}

/** Undefined for a body that is no JSON, breaks off, is larger than `MAX_PAGE_DATA_BYTES`, or has not ended at the deadline. */
export async function readBoundedJson({ body }: Response, deadline: AbortSignal): Promise<unknown> {
  try {
    const bytes = await readBounded(body, MAX_PAGE_DATA_BYTES, deadline);
    return bytes === null ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
