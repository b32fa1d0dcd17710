/** Page data for client navigation: fetched ahead where a link is about to be used, and given out once. */
import { BUILD_ID_HEADER } from "#shared/builds.ts";
import { PAYLOAD_SUFFIX } from "#shared/routes.ts";
import { sayBookmark } from "#client/data/bookmark.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

export interface PayloadsWorld {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
  /** Id of the build that runs in this tab. */
  readonly buildId: string;
  readonly sawBuild: (id: string | null) => void;
}

/**
 * `missing`: there is no such page. `unusable`: no data for this build came, so the page must be loaded as a document. Data
 * may be in part, where the API failed: the page then says so in its places, as its document would.
 */
export type Payload = { readonly data: unknown } | "missing" | "unusable";

export interface Payloads {
  /**
   * Data of a page that may be wanted soon, of use for `MAX_STALE_MS` after they came. Asked for once; a failure is forgotten.
   * `path` is pathname and query of the page. Never rejects.
   */
  readonly prefetch: (path: string) => Promise<Payload>;
  /** Data of a page, those fetched ahead where they are of use or still on their way. Rejects only with the signal's reason. */
  readonly load: (path: string, signal: AbortSignal) => Promise<Payload>;
}

interface Ahead {
  readonly payload: Promise<Payload>;
  /** Null while it is on its way. */
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

  /** Used once; until it is there, a link that is pointed at meanwhile does not ask for it again. */
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

/** The site's own 503: it holds what could be loaded and names what could not, as the document would. */
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

/** Only the site's own 404 says that the page does not exist; any other file server's says nothing. */
function isProblem(response: Response): boolean {
  return /json/.test(response.headers.get("Content-Type") ?? "");
}
