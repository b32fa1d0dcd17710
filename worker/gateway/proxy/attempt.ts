/** One attempt at a call to the upstream: follows redirects and limits the time. */
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { unpacked } from "#worker/http/content-coding.ts";
import { isRedirect, redirectTarget } from "./upstream-redirect.ts";
import { MAX_UPSTREAM_REDIRECTS } from "#shared/limits/calls.ts";

export interface Upstream {
  /** Origin and optional path as a URL parser writes them, no trailing slash. */
  readonly baseUrl: string;
  /** Beginnings of the public paths, each with a slash at its end; absent if everything below `/api/` is public. */
  readonly paths?: readonly string[];
  /** Names of cookies that may pass between it and browsers; absent if none may. */
  readonly cookies?: readonly string[];
  /** As the platform's. Takes address and init, because fetch would copy a `Request` that is passed to it. */
  readonly fetch: (url: URL | string, init: RequestInit) => Promise<Response>;
  /**
   * True for the embedded API: it logs its own failures, since it knows their cause; its errors have the site's wording, and
   * its answers need not be copied, since their headers are mutable and already the site's own.
   */
  readonly isEmbedded?: boolean;
}

export interface UpstreamCall {
  readonly method: string;
  /** Public path, for instance `/api/auth/login/`. */
  readonly path: string;
  /** Address at the upstream. */
  readonly url: URL;
  readonly publicOrigin: string;
  readonly headers: Headers;
  /** Null if the call has no body. */
  readonly body: Uint8Array | null;
  /** The request; its signal, which is costly to read, is checked between attempts only. */
  readonly client: Pick<Request, "signal">;
}

export type AttemptOutcome =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "fault"; readonly fault: Fault; readonly error: unknown }
  /** The upstream's answer must not be passed on. */
  | { readonly kind: "refused"; readonly reason: string };

export type Fault = "unreachable" | "timeout";

/**
 * Resolves, never rejects. `timeoutMs` runs until the answer's headers are there; its body then streams for as long as it
 * takes.
 *
 * Does not listen for a client that leaves: the platform then cancels its whole request, calls to the upstream and streams
 * included, whether or not anything listens (github.com/cloudflare/workerd/pull/5062).
 */
export async function attemptCall(
  upstream: Upstream,
  call: UpstreamCall,
  timeoutMs: number,
  startTimer: StartTimer,
): Promise<AttemptOutcome> {
  // The embedded API waits for its database, and that call cannot be aborted.
  const patience = upstream.isEmbedded ? null : new AbortController();
  const timer = startTimer(timeoutMs);
  const answered = fetchWithinUpstream(upstream, call, patience?.signal ?? null);
  const timedOut = timer.over.then((): AttemptOutcome => ({
    kind: "fault",
    fault: "timeout",
    error: new Error("no answer in time"),
  }));
  try {
    const outcome = await Promise.race([answered, timedOut]);
    if (outcome.kind === "fault") {
      patience?.abort(new DOMException("The gateway gave up this attempt.", "AbortError"));
      void cancelLateAnswer(answered);
    }
    return outcome;
  } catch (error) {
    return { kind: "fault", fault: "unreachable", error };
  } finally {
    timer.stop();
  }
}

async function fetchWithinUpstream(
  upstream: Upstream,
  call: UpstreamCall,
  signal: AbortSignal | null,
): Promise<AttemptOutcome> {
  let { url } = call;
  for (let redirects = 0; ; redirects += 1) {
    const { method, headers, body } = call;
    const response = await upstream.fetch(url, {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
      ...(mayBeCached(method, url) && { cache: "no-store" }),
    });
    if (!isRedirect(response)) return { kind: "answer", response: unpacked(response) };
    cancelBody(response);
    if (redirects === MAX_UPSTREAM_REDIRECTS) return { kind: "refused", reason: "too many redirects" };
    const { publicOrigin } = call;
    const target = redirectTarget(response.headers.get("Location") ?? "", {
      method,
      url,
      upstream,
      publicOrigin,
    });
    if (target === null) return { kind: "refused", reason: "redirect out of reach" };
    url = target;
  }
}

/**
 * Whether the platform might cache an answer to this call, which it decides by the file extension
 * (developers.cloudflare.com/cache/concepts/default-cache-behavior). Forbidding it costs a sixth of what the gateway adds to
 * a call.
 */
function mayBeCached(method: string, { pathname }: URL): boolean {
  return (method === "GET" || method === "HEAD") && /\.|%2e/i.test(pathname);
}

/** An upstream in process may answer although its call was aborted. */
async function cancelLateAnswer(answered: Promise<AttemptOutcome>): Promise<void> {
  const outcome = await answered.catch(() => null); // a rejection is the expected end of an aborted call
  if (outcome?.kind === "answer") cancelBody(outcome.response);
}
