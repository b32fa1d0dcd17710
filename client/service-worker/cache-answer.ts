/** Reads from the cache storage with a timeout: on a device with damaged storage, answers are rejections or never come. */
import { inTime } from "#client/data/in-time.ts";
import { CACHE_ANSWER_MS } from "#shared/limits/browser.ts";

/** True from the first timeout until an answer comes: meanwhile reads do not wait. */
let isSilent = false;

/** The answer of the storage; undefined if it rejects or does not come in time, so that the caller can go on without it. */
export async function cacheAnswer<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  const settled = Promise.allSettled([answer]).finally(() => (isSilent = false));
  if (isSilent) return undefined;
  isSilent = (await inTime(settled, CACHE_ANSWER_MS)) === undefined;
  return isSilent ? undefined : answer.catch(() => undefined);
}
