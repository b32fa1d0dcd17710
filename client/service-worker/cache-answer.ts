/** Answers of the cache storage, which on a device with damaged storage are rejections or never come. */
import { inTime } from "#client/data/in-time.ts";
import { CACHE_ANSWER_MS } from "#shared/limits/browser.ts";

/** True after an answer that did not come, until one comes: meanwhile nobody waits. */
let isSilent = false;

/** What is read from the storage; undefined if it rejects or does not answer in time, for whoever asks to go on without it. */
export async function cacheAnswer<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  const settled = Promise.allSettled([answer]).finally(() => (isSilent = false));
  if (isSilent) return undefined;
  isSilent = (await inTime(settled, CACHE_ANSWER_MS)) === undefined;
  return isSilent ? undefined : answer.catch(() => undefined);
}
