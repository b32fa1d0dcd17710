/** The one way to the API: takes a path, returns a response. Knows only the base URL and the deadline. */
import { BOOKMARK_HEADER } from "#shared/http/bookmark.ts";
import { noteBookmark, sayBookmark } from "./newest-bookmark.ts";
import { unanswered } from "./http-error.ts";
import { REQUEST_TIMEOUT_MS } from "#shared/limits/calls.ts";

/**
 * Sends one request to an API path (`/api/…`). Rejects with `NetworkError` if no answer came in time, with the DOMException of
 * an abort, or with RangeError for anything but a path.
 */
export type ApiFetch = (path: string, init?: ApiRequest) => Promise<Response>;

export interface ApiRequest extends RequestInit {
  /** The answer is a file: the deadline applies to the response headers only, not to reading the body. */
  readonly isFile?: boolean;
}

export interface ApiFetchOptions {
  /** The API's base URL from the runtime configuration. */
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
      // Plain reads do not note a bookmark: every read would raise the freshness that this tab demands, and no cached page
      // would be new enough.
      if ((init.method ?? "GET") !== "GET" || path.startsWith("/api/live/"))
        noteBookmark(response.headers.get(BOOKMARK_HEADER));
      return response;
    } catch (error) {
      throw unanswered(error);
    }
  };
}

/**
 * Address of an API path. Throws RangeError for anything but a path on the base, so that no caller can send a bearer token to
 * another host.
 */
export function apiUrl(baseUrl: string, path: string): string {
  if (!/^\/(?![/\\])/.test(path))
    throw new RangeError(`Expected an API path that starts with one slash: ${path}`);
  return `${baseUrl.replace(/\/+$/, "")}${path}`;
}
