/**
 * Replaces errors of the upstream that are not JSON (Django's HTML pages, empty bodies, a load balancer's text) by `{detail,
 * code}` with the same status, except a 400 to a token call (`upstream-answer.ts`). JSON errors pass unchanged, also without
 * `detail` (Django REST's field errors).
 */
import type { Problem } from "#shared/contracts/problem.ts";
import { isJson } from "#worker/http/media-type.ts";

const PROBLEMS: ReadonlyMap<number, Problem> = new Map([
  [401, { detail: "Authentication credentials were not accepted.", code: "not_authenticated" }],
  [403, { detail: "You do not have permission to perform this action.", code: "permission_denied" }],
  [404, { detail: "Not found.", code: "not_found" }],
  [405, { detail: "Method not allowed.", code: "method_not_allowed" }],
  [406, { detail: "No acceptable representation.", code: "not_acceptable" }],
  [409, { detail: "Conflict with the current state.", code: "conflict" }],
  [413, { detail: "Request body is too large.", code: "payload_too_large" }],
  [415, { detail: "Unsupported media type.", code: "unsupported_media_type" }],
  [429, { detail: "Request was throttled.", code: "throttled" }],
]);

const BAD_REQUEST: Problem = { detail: "The request was refused.", code: "bad_request" };
const UPSTREAM_ERROR: Problem = { detail: "The service behind the gateway failed.", code: "upstream_error" };

/** Whether `response` is an error without a JSON body of its own. An answer to HEAD has no body: only its type is checked. */
export function needsProblem(response: Response, method: string): boolean {
  if (response.status < 400) return false;
  if (!isJson(response.headers.get("Content-Type"))) return true;
  return method !== "HEAD" && (response.body === null || response.headers.get("Content-Length") === "0");
}

/** Body for an error of `status`, 400 to 599. */
export function problemOf(status: number): Problem {
  return PROBLEMS.get(status) ?? (status >= 500 ? UPSTREAM_ERROR : BAD_REQUEST);
}

/** The body of a JSON error unchanged; if it turns out to be empty, the problem instead. Streams without waiting to find out. */
export function filledIfEmpty(
  body: ReadableStream<Uint8Array>,
  problem: Problem,
): ReadableStream<Uint8Array> {
  let isEmpty = true;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        isEmpty &&= chunk.byteLength === 0;
        stream.enqueue(chunk);
      },
      flush(stream) {
        if (isEmpty) stream.enqueue(new TextEncoder().encode(JSON.stringify(problem)));
      },
    }),
  );
}
