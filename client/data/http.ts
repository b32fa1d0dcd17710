/** The generic HTTP client: JSON in and out, validated by contract, retried on the listed statuses if a retry is safe. */
import * as v from "valibot";
import type { ApiFetch } from "./api-fetch.ts";
import { HttpError, NetworkError, readHttpError, unanswered } from "./http-error.ts";
import { backOff } from "#shared/http/back-off.ts";
import { parseRetryAfter, forbidsRetry, SHOULD_RETRY_HEADER, RETRIED_STATUSES } from "#shared/http/retry.ts";
import {
  CLIENT_MAX_RETRY_AFTER_MS,
  CLIENT_RETRY_DELAY_MS,
  MAX_CLIENT_RETRIES,
} from "#shared/limits/calls.ts";

export interface HttpWorld {
  /** Plain or with a bearer token (`session.authenticatedFetch`). */
  readonly fetch: ApiFetch;
  /** Resolves after so many milliseconds; rejects with the signal's reason once it aborts. */
  readonly sleep: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** 0 to below 1. */
  readonly random: () => number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface RequestOptions {
  /** Ends the request and the waiting between its attempts. */
  readonly signal?: AbortSignal | undefined;
  /** Gets the headers of an answer before its body is read. */
  readonly onHeaders?: (headers: Headers) => void;
}

interface SendOptions {
  /** Sent as `Idempotency-Key`: a write with a repeated key is done once. */
  readonly idempotencyKey?: string;
}

type SendingMethod = "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Each call rejects with `HttpError` for an error status or an answer that breaks the contract, with `NetworkError` if no
 * answer came, with the abort's reason, or, when signed in, with the error that ended the session.
 */
export interface Http {
  /** GET, retried on network faults and on the listed statuses, unless the answer says that it was retried already. */
  get<TSchema extends v.GenericSchema>(
    path: string,
    schema: TSchema,
    options?: RequestOptions,
  ): Promise<v.InferOutput<TSchema>>;
  /** Sends JSON once, because a repeated write could act twice. `undefined` sends no body. */
  send<TSchema extends v.GenericSchema>(
    method: SendingMethod,
    path: string,
    body: unknown,
    schema: TSchema,
    options?: SendOptions,
  ): Promise<v.InferOutput<TSchema>>;
}

export function createHttp(world: HttpWorld): Http {
  return {
    async get(path, schema, { signal, onHeaders } = {}) {
      const response = await fetchWithRetries(world, path, signal ? { signal } : {});
      onHeaders?.(response.headers);
      return readAnswer(response, schema, world.now());
    },

    async send(method, path, body, schema, { idempotencyKey } = {}) {
      const headers = new Headers();
      if (body !== undefined) headers.set("Content-Type", "application/json");
      if (idempotencyKey !== undefined) headers.set("Idempotency-Key", idempotencyKey);
      const init: RequestInit = {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      return readAnswer(await world.fetch(path, init), schema, world.now());
    },
  };
}

/** The client of a page in the browser; `fetch` sends the signed-in member's token. */
export function createBrowserHttp(fetch: ApiFetch): Http {
  return createHttp({ fetch, sleep, random: Math.random, now: Date.now });
}

async function fetchWithRetries(world: HttpWorld, path: string, init: RequestInit): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const outcome = await attempt(world.fetch, path, init);
    const delayMs = retry < MAX_CLIENT_RETRIES ? retryDelayMs(outcome, retry, world) : null;
    if (delayMs === null) {
      if (outcome instanceof NetworkError) throw outcome;
      return outcome;
    }
    // Rejects if the answer was cut off.
    if (outcome instanceof Response) await outcome.body?.cancel().catch(() => {});
    await world.sleep(delayMs, init.signal ?? undefined);
  }
}

/**
 * The answer, or a `NetworkError` if none came. Errors of a failed token refresh pass unchanged: the refresh has its own rules
 * and is never retried here.
 */
async function attempt(fetch: ApiFetch, path: string, init: RequestInit): Promise<Response | NetworkError> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof NetworkError && error.mayRepeat) return error;
    throw error;
  }
}

/**
 * Milliseconds to wait before a retry: `Retry-After`, or back-off with jitter. Null if there should be no retry.
 */
function retryDelayMs(outcome: Response | NetworkError, retry: number, world: HttpWorld): number | null {
  if (outcome instanceof Response) {
    if (!RETRIED_STATUSES.has(outcome.status) || forbidsRetry(outcome.headers.get(SHOULD_RETRY_HEADER)))
      return null;
    const retryAfterMs = parseRetryAfter(outcome.headers.get("Retry-After"), world.now());
    if (retryAfterMs !== null) return retryAfterMs <= CLIENT_MAX_RETRY_AFTER_MS ? retryAfterMs : null;
  }
  return backOff(CLIENT_RETRY_DELAY_MS, retry, world.random);
}

/** Code of an `HttpError` for an answer of 200 to 299 that breaks the contract. */
const UNREADABLE_ANSWER = "unreadable_answer";

/**
 * The body as the schema's output; an empty body is read as `undefined`. Throws `HttpError` for a status outside 200 to 299 or
 * a body that breaks the contract, `NetworkError` if the body is cut off or no JSON (such as a captive portal's page), and an
 * abort as it is.
 */
export async function readAnswer<TSchema extends v.GenericSchema>(
  response: Response,
  schema: TSchema,
  nowMs: number,
): Promise<v.InferOutput<TSchema>> {
  if (!response.ok) throw await readHttpError(response, nowMs);
  const parsed = v.safeParse(schema, parseJson(await readText(response)));
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  throw new HttpError({
    status: response.status,
    code: UNREADABLE_ANSWER,
    detail: `${v.getDotPath(issue) ?? "body"}: expected ${issue.expected ?? "another value"}`,
    requestId: response.headers.get("X-Request-Id") ?? undefined,
  });
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unanswered(error);
  }
}

function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NetworkError(error);
  }
}

/** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
export function sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, delayMs);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
