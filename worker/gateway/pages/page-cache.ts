/**
 * Finished pages in this isolate's memory: least recently used first out, bounded in entries and bytes.
 *
 * Holds no promise and no stream: an isolate serves many requests, and none may wait for the I/O of another. Whoever finds
 * an address being rendered asks again later (`isRendering`).
 */
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits.ts";
import { sleep, type StartTimer } from "#worker/gateway/timer.ts";
import type { Freshness } from "./freshness.ts";
import type { NoncedTemplate } from "./nonced-template.ts";

/** A rendering may be lost without a word; after this long one of those who wait takes it over. */
const MAX_RENDERING_MS = 5_000;
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 32;

/** What a kept page brings along; everything else, above all a cookie, is the answer's own. */
export const KEPT_HEADERS = [
  "Content-Type",
  "Content-Encoding",
  "Content-Language",
  "Cache-Control",
  "ETag",
  "Link",
] as const;

/** What of `headers` is kept. */
export function keptHeaders(headers: Headers): [name: string, value: string][] {
  return KEPT_HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
}

export interface KeptPage {
  readonly template: NoncedTemplate;
  readonly tag: string;
  /** Some of `KEPT_HEADERS`; the platform copies them into an answer faster than an object's fields. */
  readonly headers: Headers;
  /** When its data was asked for, or null for a page without data: it lives as long as the build. */
  readonly readAtMs: number | null;
}

export interface FoundPage {
  readonly page: KeptPage;
  /** Give it out, and render it anew where `beginRendering` says that nobody does yet. */
  readonly isStale: boolean;
}

/** Held by the one who renders an address. */
export interface Rendering {
  /**
   * Nobody waits for it any more; one of the same address that was begun meanwhile goes on. `wasCutOff` says that no page came
   * of it only because its reader has left, so that one of those who wait takes it over.
   */
  readonly end: (outcome: { readonly wasCutOff: boolean }) => void;
}

export interface PageCacheOptions {
  readonly freshness: Freshness;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

export interface PageCache {
  /** Null where there is none, or only one that is too old. */
  find(key: string): FoundPage | null;
  /** Passes over a page whose data is gone already. */
  keep(key: string, page: KeptPage): void;
  /**
   * For one caller, until it ends, is taken for lost, or the record changes; null for everybody else, who had better wait.
   */
  beginRendering(key: string): Rendering | null;
  /**
   * Resolves with the page once the one who renders it has kept it; where that one was cut off or is taken for lost, or the
   * record has changed meanwhile, with the rendering for a single caller, and the others wait on. Null where it ended without a
   * page, and after 12 s in any case, as long as a page waits for data of its own.
   */
  waitForRendering(key: string, signal: AbortSignal): Promise<FoundPage | Rendering | null>;
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { freshness, now, startTimer, maxEntries = 512, maxBytes = 16 * 1024 * 1024 } = options;
  // A Map remembers insertion order, so the first entry is the least recently used.
  const pages = new Map<string, KeptPage>();
  const renderings = new Map<string, { sinceMs: number; purges: number; wasCutOff: boolean }>();
  let bytes = 0;

  const drop = (key: string) => {
    const page = pages.get(key);
    if (!page) return;
    pages.delete(key);
    bytes -= sizeOf(key, page);
  };

  function find(key: string): FoundPage | null {
    const page = pages.get(key);
    if (!page) return null;
    const age = freshness.of(page.readAtMs);
    if (age === "gone") {
      drop(key);
      return null;
    }
    pages.delete(key);
    pages.set(key, page);
    return { page, isStale: age === "stale" };
  }

  function keep(key: string, page: KeptPage): void {
    const size = sizeOf(key, page);
    if (size > maxBytes || freshness.of(page.readAtMs) === "gone") return;
    drop(key);
    pages.set(key, page);
    bytes += size;
    for (const oldest of pages.keys()) {
      if (pages.size <= maxEntries && bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  function isRendering(key: string): boolean {
    const rendering = renderings.get(key);
    // One begun before the record changed may show what it was, and is nothing to wait for.
    return (
      rendering !== undefined &&
      rendering.purges === freshness.purges() &&
      now() - rendering.sinceMs < MAX_RENDERING_MS
    );
  }

  function beginRendering(key: string): Rendering | null {
    if (isRendering(key)) return null;
    const rendering = { sinceMs: now(), purges: freshness.purges(), wasCutOff: false };
    renderings.set(key, rendering);
    return {
      end: ({ wasCutOff }) => {
        rendering.wasCutOff = wasCutOff;
        if (renderings.get(key) === rendering) renderings.delete(key);
      },
    };
  }

  async function waitForRendering(key: string, signal: AbortSignal): Promise<FoundPage | Rendering | null> {
    const untilMs = now() + PAGE_DATA_DEADLINE_MS;
    for (let pollMs = FIRST_POLL_MS; now() < untilMs; pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
      const purges = freshness.purges();
      const awaited = renderings.get(key);
      await sleep(startTimer, pollMs, signal);
      const found = find(key);
      if (found) return found;
      if (isRendering(key)) continue;
      const hasEnded = !renderings.has(key) && purges === freshness.purges() && !awaited?.wasCutOff;
      return hasEnded ? null : beginRendering(key);
    }
    return null;
  }

  return { find, keep, beginRendering, waitForRendering };
}

/** The bytes an entry takes: its document, and its key and headers at two a character. */
function sizeOf(key: string, { template, headers }: KeptPage): number {
  const text = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return template.bytes.length + 8 * template.offsets.length + 2 * (key.length + text);
}
