/**
 * Pages and answers in the Cache API of the data centre, behind each isolate's memory: a new isolate need not render what
 * another has just rendered. The age of an entry is judged by when its data was read (page-cache.ts), here as in memory; its
 * `Cache-Control` only tells the cache when it may delete it.
 *
 * A cache that is slow, fails or returns something else delays a page by at most `MAX_CACHE_LOOKUP_MS`, and never makes it
 * fail. If the platform stores nothing (<https://developers.cloudflare.com/workers/runtime-apis/cache/>), only memory
 * caches.
 */
import * as v from "valibot";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { BUILD_LIFE_SECONDS, MAX_CACHE_LOOKUP_MS, MAX_STALE_MS } from "#shared/limits/pages.ts";

/** Holds what the entry's own fields cannot express. */
const ABOUT_HEADER = "X-Kept-Page";

const About = v.object({
  readAtMs: v.nullable(v.number()),
  bookmark: v.nullable(v.string()),
  bytes: v.number(),
  cacheControl: v.string(),
});

/** A document, its data, an answer of the record or a feed that is the same for everybody. */
export interface KeptPage {
  readonly status: number;
  readonly body: ArrayBuffer;
  readonly headers: Headers;
  /** When its data was requested; null for a page without data, which lives as long as the build. */
  readonly readAtMs: number | null;
  /** The bookmark of the copy of the record that it was read from; null if unknown. */
  readonly bookmark: string | null;
}

export interface EdgeCacheOptions {
  /** The platform's cache, by its own name. */
  readonly open: () => Promise<Pick<Cache, "match" | "put">>;
  /** See `pagesVersion` (page-settings.ts). */
  readonly version: string;
  readonly startTimer: StartTimer;
}

export interface EdgeCache {
  /** Never rejects; null if there is none, or none in time. */
  find(url: string): Promise<KeptPage | null>;
  /** Never rejects. */
  keep(url: string, page: KeptPage): Promise<void>;
}

export function createEdgeCache({ open, version, startTimer }: EdgeCacheOptions): EdgeCache {
  async function read(url: string): Promise<KeptPage | null> {
    const cache = await open();
    const response = await cache.match(keyOf(url, version));
    if (!response) return null;
    const about = v.parse(About, JSON.parse(response.headers.get(ABOUT_HEADER) ?? ""));
    const body = await response.arrayBuffer();
    if (body.byteLength !== about.bytes) return null;
    const headers = new Headers(response.headers);
    headers.delete(ABOUT_HEADER);
    headers.set("Cache-Control", about.cacheControl);
    const { readAtMs, bookmark } = about;
    return { status: response.status, body, headers, readAtMs, bookmark };
  }

  return {
    async find(url) {
      const timer = startTimer(MAX_CACHE_LOOKUP_MS);
      try {
        return await Promise.race([read(url), timer.over.then(() => null)]);
      } catch {
        return null;
      } finally {
        timer.stop();
      }
    },
    async keep(url, { body, headers, readAtMs, bookmark }) {
      const entry = new Response(body, { headers });
      const cacheControl = headers.get("Cache-Control") ?? "no-cache";
      const maxAgeSeconds = readAtMs === null ? BUILD_LIFE_SECONDS : MAX_STALE_MS / 1_000;
      entry.headers.set(
        ABOUT_HEADER,
        JSON.stringify({ readAtMs, bookmark, bytes: body.byteLength, cacheControl }),
      );
      entry.headers.set("Cache-Control", `public, max-age=${maxAgeSeconds}`);
      try {
        const cache = await open();
        await cache.put(keyOf(url, version), entry);
      } catch {
        // The next request renders it.
      }
    },
  };
}

/** On the site's own host, as the platform requires; no route answers there. */
function keyOf(url: string, version: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin}/kept-pages/${version}${pathname}${search}`;
}
