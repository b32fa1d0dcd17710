/** Page data for client navigation. Prefetched before a link is used; each prefetch is used once. */
import { BUILD_ID_HEADER } from "#shared/site/build-manifest.ts";
import { PAYLOAD_SUFFIX } from "#shared/site/routes.ts";
import { sayBookmark } from "#client/data/newest-bookmark.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

export interface PayloadsWorld {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Id of the build that runs in this tab. */
  readonly buildId: string;
  readonly sawBuild: (id: string | null) => void;
}

/**
 * `missing`: there is no such page. `unusable`: the answer holds no data for this build, so the page must be loaded as a
 * document. Data may be partial if the API failed; the page then shows the failure in the places concerned, as its document
 * would.
 */
export type Payload = { readonly data: unknown } | "missing" | "unusable";

export interface Payloads {
  /**
   * Prefetches the data of a page; the result can be used for `MAX_STALE_MS` after the answer. Requests it once; a failure is
   * not cached. `path` is pathname and query of the page. Never rejects.
   */
  readonly prefetch: (path: string) => Promise<Payload>;
  /** The data of a page, from a prefetch if that is still fresh or pending. Rejects only with the signal's reason. */
  readonly load: (path: string, signal: AbortSignal) => Promise<Payload>;
}

interface Ahead {
  readonly payload: Promise<Payload>;
  /** Null while the request is pending. */
  answeredAtMs: number | null;
}

/** Address of a page's payload. */
export function payloadUrl(path: string): string {
  const [pathname = "", ...query] = path.split("?");
  return `${pathname}${PAYLOAD_SUFFIX}${query.length > 0 ? `?${query.join("?")}` : ""}`;
}

export function createPayloads({ fetch, now, buildId, sawBuild }: PayloadsWorld): Payloads {
  const ahead = new Map<string, Ahead>();

  const isUsable = ({ answeredAtMs }: Ahead) => answeredAtMs === null || now() - answeredAtMs <= MAX_STALE_MS;

  async function request(path: string, signal: AbortSignal | null): Promise<Payload> {
    try {
      const headers = new Headers({ Accept: "application/json" });
      sayBookmark(headers);
      const response = await fetch(payloadUrl(path), { signal, headers });
      const servedBy = response.headers.get(BUILD_ID_HEADER);
      sawBuild(servedBy);
      if (servedBy !== null && servedBy !== buildId) return "unusable";
      if (response.status === 404) return isProblem(response) ? "missing" : "unusable";
      if (response.status !== 503 && !response.ok) return "unusable";
      const data: unknown = await response.json();
      return response.ok || saysWhatFailed(data) ? { data } : "unusable";
    } catch {
      signal?.throwIfAborted();
      return "unusable";
    }
  }

  /**
   * Each prefetch is used once. It stays in the map until it is answered, so that pointing at the link does not request it
   * again.
   */
  async function take(path: string): Promise<Payload | null> {
    const found = ahead.get(path);
    const payload = found && isUsable(found) ? await found.payload : null;
    ahead.delete(path);
    return payload;
  }

  return {
    async prefetch(path) {
      for (const [known, entry] of ahead) if (!isUsable(entry)) ahead.delete(known);
      const known = ahead.get(path);
      if (known) return known.payload;
      const entry: Ahead = { payload: request(path, null), answeredAtMs: null };
      ahead.set(path, entry);
      const payload = await entry.payload;
      entry.answeredAtMs = now();
      if (!isWhole(payload) && ahead.get(path) === entry) ahead.delete(path);
      return payload;
    },
    async load(path, signal) {
      const prefetched = await take(path);
      signal.throwIfAborted();
      return prefetched && prefetched !== "unusable" ? prefetched : request(path, signal);
    },
  };
}

/** The site's own 503 holds the data that could be loaded and names what failed, as the document would. */
function saysWhatFailed(data: unknown): boolean {
  return failedKeysOf(data) !== null;
}

function isWhole(payload: Payload): boolean {
  return typeof payload === "object" && !failedKeysOf(payload.data)?.length;
}

function failedKeysOf(data: unknown): readonly unknown[] | null {
  const isNamed = typeof data === "object" && data !== null && "failed" in data;
  return isNamed && Array.isArray(data.failed) ? data.failed : null;
}

/** Only the site's own 404 means that the page does not exist; a 404 of any other file server does not count. */
function isProblem(response: Response): boolean {
  return /json/.test(response.headers.get("Content-Type") ?? "");
}
