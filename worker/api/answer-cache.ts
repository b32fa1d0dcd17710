/**
 * Caches answers of the public record, which are the same for everybody, for a second in this isolate's memory and in its
 * location's cache: pages in all languages, their data and calls share one reading. No answer is older than the last change
 * in this isolate, or than the call's bookmark.
 */
import { LRUCache } from "lru-cache";
import {
  KEPT_ANSWER_MS,
  MAX_KEPT_ANSWERS,
  MAX_KEPT_ANSWER_BYTES,
  OTHERS_LAG_MS,
} from "#shared/limits/pages.ts";

/** A successful answer without the headers that belong to one call. */
export interface CachedAnswer {
  readonly status: number;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
  /** When its data was asked for. */
  readonly readAtMs: number | null;
  /** The bookmark of the copy of the record that it was read from; null if unknown. */
  readonly bookmark: string | null;
}

/** The location's cache. Neither method rejects. */
export interface LocationCache {
  readonly find: (url: string) => Promise<CachedAnswer | null>;
  readonly keep: (url: string, answer: CachedAnswer) => Promise<void>;
}

export interface AnswerCache {
  /** `asked`: the bookmark that the copy must have reached. */
  readonly find: (url: string, asked: string | null) => Promise<CachedAnswer | null>;
  readonly keep: (url: string, answer: CachedAnswer) => Promise<void>;
  /** To be called when the record has changed in this isolate. */
  readonly purge: () => void;
}

export function createAnswerCache(cache: LocationCache, now: () => number): AnswerCache {
  const answers = new LRUCache<string, CachedAnswer>({
    max: MAX_KEPT_ANSWERS,
    maxSize: MAX_KEPT_ANSWER_BYTES,
    sizeCalculation: ({ body }, url) => body.byteLength + url.length + 1,
  });
  let purgedAtMs = -Infinity;

  function isShown({ readAtMs, bookmark }: CachedAnswer, asked: string | null): boolean {
    if (readAtMs === null || readAtMs <= purgedAtMs || Math.abs(now() - readAtMs) >= KEPT_ANSWER_MS)
      return false;
    return asked === null || (bookmark !== null && bookmark >= asked);
  }

  return {
    async find(url, asked) {
      const own = answers.get(url);
      if (own && isShown(own, asked)) return own;
      // Other isolates may have read a copy of the database that lags behind the change made here.
      if (now() - purgedAtMs < OTHERS_LAG_MS) return null;
      const found = await cache.find(url);
      if (!found || !isShown(found, asked)) return null;
      answers.set(url, found);
      return found;
    },
    async keep(url, answer) {
      if (!isShown(answer, null)) return;
      answers.set(url, answer);
      await cache.keep(url, answer);
    },
    purge: () => void (purgedAtMs = now()),
  };
}
