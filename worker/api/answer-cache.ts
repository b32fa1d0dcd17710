/**
 * The public record's answers, which are the same for everybody, for a second in this isolate's memory and in its location's cache: pages in all languages, their
 * data and calls are made of one reading. None is older than the record is in this isolate, nor than the call's bookmark.
 */
import { LRUCache } from "lru-cache";
import {
  KEPT_ANSWER_MS,
  MAX_KEPT_ANSWERS,
  MAX_KEPT_ANSWER_BYTES,
  OTHERS_LAG_MS,
} from "#shared/limits/pages.ts";

/** A successful answer without what is the call's own. */
export interface CachedAnswer {
  readonly status: number;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
  /** When its data was asked for. */
  readonly readAtMs: number | null;
  /** How far the copy of the record was that it is made from; null where that is not known. */
  readonly bookmark: string | null;
}

/** The location's. Neither rejects. */
export interface LocationCache {
  readonly find: (url: string) => Promise<CachedAnswer | null>;
  readonly keep: (url: string, answer: CachedAnswer) => Promise<void>;
}

export interface AnswerCache {
  /** `asked`: how new the copy must have been, at least. */
  readonly find: (url: string, asked: string | null) => Promise<CachedAnswer | null>;
  readonly keep: (url: string, answer: CachedAnswer) => Promise<void>;
  /** The record has changed here. */
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
      // Others may have read a copy of the database that lags behind what has changed here.
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
