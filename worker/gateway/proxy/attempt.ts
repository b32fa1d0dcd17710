/** One attempt at a call to the upstream: redirects followed, held to its time, ended with the client. */
import { MAX_UPSTREAM_REDIRECTS } from "#shared/limits.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { isRedirect, redirectTarget } from "./upstream-redirect.ts";

export interface Upstream {
  /** Origin and optional path as a URL parser writes them, no trailing slash. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * True for the embedded API: it logs its failures itself, since it knows their cause, answers in our words, and its answers
   * need not be made anew, since their headers can be changed and are our own.
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
  /** Null where the call has no body. */
  readonly body: Uint8Array | null;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

export type AttemptOutcome =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "fault"; readonly fault: Fault; readonly error: unknown }
  /** The upstream answered what must not be passed on. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "aborted" };

export type Fault = "unreachable" | "timeout";

/**
 * Resolves, never rejects. `timeoutMs` runs until the answer's headers are there; its body then streams for as long as it
 * takes. The client's signal goes on to end that stream.
 */
export async function attemptCall(
  upstream: Upstream,
  call: UpstreamCall,
  timeoutMs: number,
  startTimer: StartTimer,
): Promise<AttemptOutcome> {
  const upstreamEnd = new AbortController();
  const timer = startTimer(timeoutMs);
  const answered = fetchWithinUpstream(upstream, call, upstreamEnd.signal);
  const timedOut = timer.over.then((): AttemptOutcome => ({
    kind: "fault",
    fault: "timeout",
    error: new Error("no answer in time"),
  }));
  const left = clientLeft(call.signal, upstreamEnd);
  try {
    const outcome = await Promise.race([answered, timedOut, left]);
    if (outcome.kind === "answer" || outcome.kind === "refused") return outcome;
    upstreamEnd.abort(new DOMException("The gateway gave up this attempt.", "AbortError"));
    void cancelLateAnswer(answered);
    return outcome;
  } catch (error) {
    return call.signal.aborted ? { kind: "aborted" } : { kind: "fault", fault: "unreachable", error };
  } finally {
    timer.stop();
  }
}

/** Gives up the body of an answer that nobody will read, so that its connection is free. */
export function cancelBody(response: Response): void {
  response.body?.cancel().catch(() => undefined); // a body that broke already needs no cancelling
}

async function fetchWithinUpstream(
  upstream: Upstream,
  call: UpstreamCall,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  let { url } = call;
  for (let redirects = 0; ; redirects += 1) {
    const { method, headers, body } = call;
    const request = new Request(url, {
      method,
      headers,
      body,
      signal,
      redirect: "manual",
      cache: "no-store",
    });
    const response = await upstream.fetch(request);
    if (!isRedirect(response)) return { kind: "answer", response };
    cancelBody(response);
    if (redirects === MAX_UPSTREAM_REDIRECTS) return { kind: "refused", reason: "too many redirects" };
    const { baseUrl } = upstream;
    const { publicOrigin } = call;
    const target = redirectTarget(response.headers.get("Location") ?? "", {
      method,
      url,
      baseUrl,
      publicOrigin,
    });
    if (target === null) return { kind: "refused", reason: "redirect out of reach" };
    url = target;
  }
}

/** Settles only when the client leaves; from then on the upstream call, or the stream of its answer, is ended too. */
function clientLeft(client: AbortSignal, upstreamEnd: AbortController): Promise<AttemptOutcome> {
  return new Promise((resolve) => {
    const end = () => {
      upstreamEnd.abort(client.reason);
      resolve({ kind: "aborted" });
    };
    if (client.aborted) end();
    else client.addEventListener("abort", end, { once: true });
  });
}

/** An upstream in process may answer although its call was aborted. */
async function cancelLateAnswer(answered: Promise<AttemptOutcome>): Promise<void> {
  const outcome = await answered.catch(() => null); // a rejection is the expected end of an aborted call
  if (outcome?.kind === "answer") cancelBody(outcome.response);
}
