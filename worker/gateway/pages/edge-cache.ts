/**
 * Finished pages in the Cache API of the data centre, behind each isolate's memory: a new isolate need not render what another
 * has just rendered. An entry is one line of JSON and then the document with gaps for the nonce; all that belongs to an answer
 * alone (nonce, policy, cookies) never gets there. How old an entry may be is decided by when its data was read
 * (freshness.ts), here as in memory; `Cache-Control` only tells the cache when it may throw it away.
 *
 * A cache that is slow, fails or holds something else costs a page at most `MAX_LOOKUP_MS`, and never fails it. Where the
 * platform keeps nothing (<https://developers.cloudflare.com/workers/runtime-apis/cache/>), memory does alone.
 */
import * as v from "valibot";
import { NONCE_CHARACTERS } from "#worker/gateway/nonce.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { STALE_MS, type Freshness } from "./freshness.ts";
import { fillTemplate } from "./nonced-template.ts";
import { KEPT_HEADERS, keptHeaders, type FoundPage, type KeptPage } from "./page-cache.ts";

/** Much longer than a cache nearby takes, and shorter than a rendering that waits for its data. */
const MAX_LOOKUP_MS = 50;
/** Pages without data live as long as their build, whose id is in the key; until then, a month. */
const BUILD_LIFE_SECONDS = 30 * 24 * 60 * 60;
const NEWLINE = 0x0a;
const NO_NONCE = "0".repeat(NONCE_CHARACTERS);

export interface EdgeCacheOptions {
  /** The platform's cache, by a name of its own. */
  readonly open: () => Promise<Pick<Cache, "match" | "put">>;
  /** Names the build and whatever else beside the address decides on a page. */
  readonly version: string;
  readonly freshness: Freshness;
  readonly startTimer: StartTimer;
}

export interface EdgeCache {
  /** Never rejects; null where there is none that may still be shown, or none in time. */
  find(url: string): Promise<FoundPage | null>;
  /** Never rejects. */
  keep(url: string, page: KeptPage): Promise<void>;
}

export function createEdgeCache({ open, version, freshness, startTimer }: EdgeCacheOptions): EdgeCache {
  /** Rejects where the cache fails or holds something else. */
  async function read(url: string): Promise<FoundPage | null> {
    const cache = await open();
    const response = await cache.match(keyOf(url, version));
    if (!response) return null;
    const page = parseEntry(new Uint8Array(await response.arrayBuffer()));
    const age = freshness.of(page.readAtMs);
    return age === "gone" ? null : { page, isStale: age === "stale" };
  }

  async function find(url: string): Promise<FoundPage | null> {
    const timer = startTimer(MAX_LOOKUP_MS);
    try {
      return await Promise.race([read(url), timer.over.then(() => null)]);
    } catch {
      return null;
    } finally {
      timer.stop();
    }
  }

  async function keep(url: string, page: KeptPage): Promise<void> {
    if (freshness.of(page.readAtMs) === "gone") return;
    const maxAgeSeconds = page.readAtMs === null ? BUILD_LIFE_SECONDS : STALE_MS / 1_000;
    const headers = {
      "Content-Type": "application/octet-stream",
      "Cache-Control": `public, max-age=${maxAgeSeconds}`,
    };
    try {
      const cache = await open();
      await cache.put(keyOf(url, version), new Response(entryOf(page), { headers }));
    } catch {
      // Whoever comes next renders.
    }
  }

  return { find, keep };
}

/** On the site's own host, as the platform wants it; no route answers there. */
function keyOf(url: string, version: string): string {
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  return `${url.slice(0, pathStart)}/kept-pages/${version}${url.slice(pathStart)}`;
}

const Entry = v.object({
  tag: v.string(),
  headers: v.record(v.picklist(KEPT_HEADERS), v.string()),
  readAtMs: v.nullable(v.number()),
  offsets: v.array(v.pipe(v.number(), v.integer(), v.minValue(0))),
  length: v.number(),
});

function entryOf({ template, ...page }: KeptPage): Uint8Array<ArrayBuffer> {
  const { offsets } = template;
  const bytes = fillTemplate(template, NO_NONCE);
  const headers = Object.fromEntries(keptHeaders(page.headers));
  const about = JSON.stringify({ ...page, headers, offsets, length: bytes.length });
  const line = new TextEncoder().encode(`${about}\n`);
  const entry = new Uint8Array(line.length + bytes.length);
  entry.set(line);
  entry.set(bytes, line.length);
  return entry;
}

/** Throws for what is cut short or was written otherwise. */
function parseEntry(entry: Uint8Array): KeptPage {
  const lineEnd = entry.indexOf(NEWLINE);
  const line = new TextDecoder().decode(entry.subarray(0, Math.max(0, lineEnd)));
  const { offsets, length, headers, ...page } = v.parse(Entry, JSON.parse(line));
  const bytes = entry.subarray(lineEnd + 1);
  const areGapsInside = offsets.every((offset) => offset + NONCE_CHARACTERS <= length);
  if (bytes.length !== length || !areGapsInside) throw new RangeError("No whole document");
  return { ...page, headers: new Headers(headers), template: { bytes, offsets } };
}
