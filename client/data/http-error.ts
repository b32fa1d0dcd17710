/** What goes wrong between browser and API: an answer that refuses, or no answer. */
import * as v from "valibot";
import { SourcePrices } from "#shared/contracts/prices.ts";
import { parseRetryAfter } from "#shared/retry.ts";
import { RETRIED_STATUSES } from "#shared/limits/calls.ts";

/** Messages of the server by the field they are about; in English, for developers. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

export interface HttpErrorParts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly resembles?: string | undefined;
  readonly prices?: readonly SourcePrices[] | undefined;
  readonly fields?: FieldMessages | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The server answered, and not with what was asked for. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** What to branch on; empty where the answer carries none (Django REST leaves it out of some). */
  readonly code: string;
  /** English sentence for developers, never shown to people; empty where there is none. */
  readonly detail: string;
  /** The handle or name of another trader that a new one could be taken for. */
  readonly resembles: string | undefined;
  /** What prices say of a signal, where they say otherwise than staff. */
  readonly prices: readonly SourcePrices[] | undefined;
  /** Present where the answer blames fields (Django REST's 400). */
  readonly fields: FieldMessages | undefined;
  /** `X-Request-Id` of the answer, to find it in the log. */
  readonly requestId: string | undefined;
  /** Whole seconds, rounded up, by the answer's `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(parts: HttpErrorParts, options?: ErrorOptions) {
    super(`The server answered ${parts.status} ${parts.code || parts.detail}`.trimEnd(), options);
    this.status = parts.status;
    this.code = parts.code;
    this.detail = parts.detail;
    this.resembles = parts.resembles;
    this.prices = parts.prices;
    this.fields = parts.fields;
    this.requestId = parts.requestId;
    this.retryAfterSeconds = parts.retryAfterSeconds;
  }
}

/** No answer came: offline, refused, cut off or out of time. `cause` is what `fetch` threw. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
  /** False where the request may have been the last that its token was good for. */
  readonly mayRepeat: boolean;

  constructor(cause: unknown, { mayRepeat = true }: { readonly mayRepeat?: boolean } = {}) {
    super("The server gave no answer", { cause });
    this.mayRepeat = mayRepeat;
  }
}

/** The session cannot do what was asked of it: an outcome that is expected, and no fault of the code. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

const ProblemBody = v.object({
  detail: v.optional(v.string(), ""),
  code: v.optional(v.string(), ""),
  resembles: v.optional(v.string()),
  prices: v.fallback(v.optional(v.array(SourcePrices)), undefined),
});
const FieldBody = v.record(v.string(), v.unknown());
const Messages = v.array(v.string());

/** Reads a refusing answer to its end; a body that is not JSON leaves code and detail empty. */
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
    prices: problem.success ? problem.output.prices : undefined,
    fields: status === 400 ? readFields(body) : undefined,
  };
}

/** Django REST names the fields beside `detail` and `code`, or alone. */
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
 * The error to throw in place of what `fetch`, or reading a body, has rejected with: `NetworkError`, or a caller's own abort as
 * it is. Only for those two: a TypeError from anywhere else is a fault of ours.
 */
export function unanswered(error: unknown): unknown {
  return isAbort(error) ? error : new NetworkError(error);
}

/** True where the same request may do better later: no answer, or an answer that blames the moment. */
export function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return RETRIED_STATUSES.has(error.status) || error.status >= 500;
  return error instanceof NetworkError;
}

/** True for a fault of ours: neither the server nor the network nor the session has said no. */
export function isOwnFault(error: unknown): boolean {
  const isExpected =
    error instanceof HttpError || error instanceof NetworkError || error instanceof SessionError;
  return !isExpected && !isAbort(error);
}

/** Logs a fault of ours where it is caught, as what people are told of it is only a sentence; passes over the rest. */
export function logOwnFault(error: unknown): void {
  // oxlint-disable-next-line no-console -- nothing else would tell of it
  if (isOwnFault(error)) console.error(error);
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}
