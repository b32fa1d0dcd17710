/**
 * Finished pages in this isolate's memory: least recently used first out, bounded in entries and bytes.
 *
 * Holds no promise and no stream: an isolate serves many requests, and none may wait for the I/O of another. Whoever finds
 * an address being rendered asks again later (`isRendering`).
 */
import type { Sleep } from "#worker/http/sleep.ts";
import type { NoncedTemplate } from "./nonced-template.ts";

/** From the moment its data was read, a page is given out as it is for so long, */
export const FRESH_MS = 1_000;
/** and while one request renders it anew, for so long in all: no reader sees an older record. */
const STALE_MS = 2_000;
/** A rendering that was cut off with its request cannot say so; after this long nobody waits for it. */
const MAX_RENDERING_MS = 5_000;
const FIRST_POLL_MS = 2;
const MAX_POLL_MS = 32;

export interface KeptPage {
  readonly template: NoncedTemplate;
  readonly tag: string;
  /** Headers that belong to this page; never a cookie. */
  readonly headers: Readonly<Record<string, string>>;
  /** When its data was asked for, or null for a page without data: it lives as long as the build. */
  readonly readAtMs: number | null;
}

export interface FoundPage {
  readonly page: KeptPage;
  /** Give it out, and render it anew where `beginRendering` says that nobody does yet. */
  readonly isStale: boolean;
}

export interface PageCacheOptions {
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly maxEntries?: number;
  readonly maxBytes?: number;
}

export interface PageCache {
  /** Null where there is none, or only one that is too old. */
  find(key: string): FoundPage | null;
  keep(key: string, page: KeptPage): void;
  /** True for one caller until it ends or is taken for lost; everybody else had better wait. */
  beginRendering(key: string): boolean;
  endRendering(key: string): void;
  /** Resolves with the page once the one who renders it has kept it, or with null once it did not. */
  waitForRendering(key: string, signal: AbortSignal): Promise<FoundPage | null>;
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, sleep, maxEntries = 512, maxBytes = 16 * 1024 * 1024 } = options;
  // A Map remembers insertion order, so the first entry is the least recently used.
  const pages = new Map<string, KeptPage>();
  const renderingSinceMs = new Map<string, number>();
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
    const ageMs = page.readAtMs === null ? 0 : now() - page.readAtMs;
    if (ageMs >= STALE_MS) {
      drop(key);
      return null;
    }
    pages.delete(key);
    pages.set(key, page);
    return { page, isStale: ageMs >= FRESH_MS };
  }

  function keep(key: string, page: KeptPage): void {
    const size = sizeOf(key, page);
    if (size > maxBytes) return;
    drop(key);
    pages.set(key, page);
    bytes += size;
    for (const oldest of pages.keys()) {
      if (pages.size <= maxEntries && bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  function isRendering(key: string): boolean {
    const sinceMs = renderingSinceMs.get(key);
    return sinceMs !== undefined && now() - sinceMs < MAX_RENDERING_MS;
  }

  function beginRendering(key: string): boolean {
    if (isRendering(key)) return false;
    renderingSinceMs.set(key, now());
    return true;
  }

  async function waitForRendering(key: string, signal: AbortSignal): Promise<FoundPage | null> {
    for (let pollMs = FIRST_POLL_MS; isRendering(key); pollMs = Math.min(pollMs * 2, MAX_POLL_MS)) {
      await sleep(pollMs, signal);
      const found = find(key);
      if (found) return found;
    }
    return find(key);
  }

  return {
    find,
    keep,
    beginRendering,
    endRendering: (key) => void renderingSinceMs.delete(key),
    waitForRendering,
  };
}

/** The bytes an entry takes: its document, and its key and headers at two a character. */
function sizeOf(key: string, { template, headers }: KeptPage): number {
  const text = Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return template.bytes.length + 8 * template.offsets.length + 2 * (key.length + text);
}
