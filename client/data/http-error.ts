/** Errors between browser and API: an error status, or no answer. */
import * as v from "valibot";
import { parseRetryAfter, RETRIED_STATUSES } from "#shared/http/retry.ts";

/** Messages of the server by field name; in English, for developers. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

export interface HttpErrorParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly resembles?: string | undefined;
  readonly fields?: FieldMessages | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The server answered with an error status, or with a body that breaks the contract. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** Error code to branch on; empty if the answer has none (Django REST omits it in some). */
  readonly code: string;
  /** English sentence for developers, never shown to people; empty if there is none. */
  readonly detail: string;
  /** The handle or name of another trader that the new one resembles too closely. */
  readonly resembles: string | undefined;
  /** Present if the answer has field errors (Django REST's 400). */
  readonly fields: FieldMessages | undefined;
  /** `X-Request-Id` of the answer, to find the request in the log. */
  readonly requestId: string | undefined;
  /** `Retry-After` in whole seconds, rounded up. */
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: HttpErrorParts) {
    super(`The server answered ${parts.status} ${parts.code || parts.detail}`.trimEnd());
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.resembles = parts.resembles;
    this.fields = parts.fields;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** No answer came: offline, refused, cut off or out of time. `cause` is what `fetch` threw. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** False if a retry is unsafe, because the request may have used up a one-time token. */
  readonly mayRepeat: boolean;

  constructor(cause: unknown, { mayRepeat = true }: { readonly mayRepeat?: boolean } = {}) {
    super("The server gave no answer", { cause });
    this.mayRepeat = mayRepeat;
  }
}

/** The session cannot do what was requested: an expected outcome, not a bug. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

const ProblemBody = v.object({
  detail: v.optional(v.string(), ""),
  code: v.optional(v.string(), ""),
  resembles: v.optional(v.string()),
});
const FieldBody = v.record(v.string(), v.unknown());
const Messages = v.array(v.string());

/** Reads the whole body of an error answer; if it is not JSON, code and detail are empty. */
export async function readHttpError(response: Response, nowMs: number): Promise<HttpError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfterMs = parseRetryAfter(response.headers.get("Retry-After"), nowMs);
  return new HttpError({
    ...problemParts(response.status, body),
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    retryAfterSeconds: retryAfterMs === null ? undefined : Math.ceil(retryAfterMs / 1000),
  });
}

/** The error that the body of a 400 answer describes. */
export function refusalError(body: unknown): HttpError {
  return new HttpError(problemParts(400, body));
}

function problemParts(status: number, body: unknown): HttpErrorParts {
  const problem = v.safeParse(ProblemBody, body);
  return {
    status,
    code: problem.success ? problem.output.code : "",
    detail: problem.success ? problem.output.detail : "",
    resembles: problem.success ? problem.output.resembles : undefined,
    fields: status === 400 ? readFields(body) : undefined,
  };
}

/** Django REST sends field errors beside `detail` and `code`, or alone. */
function readFields(body: unknown): FieldMessages | undefined {
  const parsed = v.safeParse(FieldBody, body);
  const entries = Object.entries(parsed.success ? parsed.output : {});
  const named = entries.flatMap(([field, messages]) => {
    const read = v.safeParse(Messages, messages);
    return read.success ? [[field, read.output] as const] : [];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/** True where the API knows no such path: the site's backend does not offer it. */
export function isAbsent(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/**
 * Converts what `fetch`, or reading a body, has rejected with: to `NetworkError`, except for a caller's own abort, which stays
 * as it is. Use it only for those two: a TypeError from anywhere else is a bug.
 */
export function unanswered(error: unknown): unknown {
  return isAbort(error) ? error : new NetworkError(error);
}

/** True if a retry may succeed: no answer, or a transient error status. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return RETRIED_STATUSES.has(error.status) || error.status >= 500;
  return error instanceof NetworkError;
}

/** True for a bug: an error that comes from neither the server nor the network nor the session. */
export function isOwnFault(error: unknown): boolean {
  const isExpected =
    error instanceof HttpError || error instanceof NetworkError || error instanceof SessionError;
  return !isExpected && !isAbort(error);
}

/** Logs bugs where they are caught, because the visitor sees only a sentence; ignores expected errors. */
export function logOwnFault(error: unknown): void {
  // oxlint-disable-next-line no-console -- nothing else would tell of it
  if (isOwnFault(error)) console.error(error);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
