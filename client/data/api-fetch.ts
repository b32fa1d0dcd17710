/** The one way to the API: a path in, a response out. Knows the base URL, the deadline and nothing else. */
import { BOOKMARK_HEADER } from "#shared/bookmark.ts";
import { noteBookmark, sayBookmark } from "./bookmark.ts";
import { unanswered } from "./http-error.ts";
import { REQUEST_TIMEOUT_MS } from "#shared/limits/calls.ts";

/**
 * Sends one request to an API path (`/api/…`). Rejects with `NetworkError` where no answer came in time, an abort's
 * DOMException; RangeError for anything but a path.
 */
export type ApiFetch = (path: string, init?: ApiRequest) => Promise<Response>;

export interface ApiRequest extends RequestInit {
  /** The answer is a file: it must begin in time, and is read for as long as it takes. */
  readonly isFile?: boolean;
}

export interface ApiFetchOptions {
  /** As the runtime configuration has it. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

export function createApiFetch({ baseUrl, fetch }: ApiFetchOptions): ApiFetch {
  return async function apiFetch(path, { isFile = false, ...init } = {}) {
    const headers = new Headers(init.headers);
    if (!headers.has("Accept")) headers.set("Accept", "application/json");
    sayBookmark(headers);
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DOMException("Out of time", "TimeoutError")),
      REQUEST_TIMEOUT_MS,
    );
    const signal = init.signal ? AbortSignal.any([init.signal, deadline.signal]) : deadline.signal;
    const url = apiUrl(baseUrl, path);
    try {
      const response = await fetch(url, { ...init, headers, signal });
      if (isFile) clearTimeout(timer);
      // Of a mere reading others may be shown an older copy: what is kept of a page would else be new enough for nobody.
      if ((init.method ?? "GET") !== "GET" || path.startsWith("/api/live/"))
        noteBookmark(response.headers.get(BOOKMARK_HEADER));
      return response;
    } catch (error) {
      throw unanswered(error);
    }
  };
}

/**
 * Address of an API path. Throws RangeError for what is not a path on the base, so that no caller can make a bearer token
 * leave for another host.
 */
export function apiUrl(baseUrl: string, path: string): string {
  if (!/^\/(?![/\\])/.test(path))
    throw new RangeError(`Expected an API path that starts with one slash: ${path}`);
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}
