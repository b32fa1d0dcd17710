/** The API under test, asked one call at a time: bounded in time, redirects unfollowed, tokens never quoted. */
import * as v from "valibot";
import { NotCheckedError } from "./check.ts";

const CALL_TIMEOUT_MS = 15_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the body is not JSON by its content type and its text. */
  readonly json: unknown;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The answer in words for a report: status, kind of body, names of its fields; never their values, but for errors. */
  readonly inWords: string;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, as `application/json`. */
  readonly text?: string;
}

export interface ContractApi {
  /** Throws `NoAnswerError`, and `NotCheckedError` where the API throttles. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** As `call`. */
  get(path: string, options?: CallOptions): Promise<Answer>;
  /** As `call`. */
  options(path: string, options?: CallOptions): Promise<Answer>;
  /** As `call`. */
  post(path: string, options?: CallOptions): Promise<Answer>;
  /** Every 429 so far. */
  readonly throttled: readonly Answer[];
}

/** As the platform's, for absolute addresses. */
export type ContractFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Nothing came back. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** `baseUrl`: origin and optional path, as in the gateway's `API_BASE_URL`. */
export function createContractApi(baseUrl: string, fetch: ContractFetch): ContractApi {
  const throttled: Answer[] = [];

  async function call(
    method: string,
    path: string,
    { headers = {}, body, text }: CallOptions = {},
  ): Promise<Answer> {
    const sent = text ?? (body === undefined ? null : JSON.stringify(body));
    const init = {
      method,
      headers: {
        Accept: "application/json",
        ...(sent !== null && { "Content-Type": "application/json" }),
        ...headers,
      },
      body: sent,
      redirect: "manual",
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    } as const;
    const answer = await readAnswer(() => fetch(baseUrl.replace(/\/+$/, "") + path, init));
    if (answer.status !== 429) return answer;
    throttled.push(answer);
    const wait = answer.headers.get("Retry-After");
    throw new NotCheckedError(
      `the API throttles this client (429, ${wait === null ? "without Retry-After" : `Retry-After ${wait}`})`,
    );
  }

  return {
    call,
    get: (path, options = {}) => call("GET", path, options),
    options: (path, options = {}) => call("OPTIONS", path, options),
    post: (path, options = {}) => call("POST", path, options),
    throttled,
  };
}

async function readAnswer(send: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await send();
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    const type = response.headers.get("Content-Type") ?? "";
    const json = /^application\/(?:[\w.-]+\+)?json\b/i.test(type) ? parseJson(text) : undefined;
    const { status, headers } = response;
    return {
      status,
      headers,
      json,
      bytes,
      inWords: `${status} ${bodyInWords(text, type, json)}${placeInWords(headers)}`,
    };
  } catch (error) {
    throw new NoAnswerError(reasonOf(error));
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const Named = v.record(v.string(), v.unknown());
const ErrorWords = v.object({ detail: v.optional(v.string()), code: v.optional(v.string()) });

function bodyInWords(text: string, type: string, json: unknown): string {
  if (text === "") return "without a body";
  const named = v.safeParse(Named, json);
  if (!named.success)
    return json === undefined ? `with a body of type "${type}" that is not JSON` : "with other JSON";
  const words = v.safeParse(ErrorWords, json);
  const quoted = words.success ? [words.output.detail, words.output.code].filter(Boolean) : [];
  const fields = Object.keys(named.output).join(", ") || "no fields";
  return `with JSON {${fields}}${quoted.length > 0 ? ` "${quoted.join('", "')}"` : ""}`;
}

function placeInWords(headers: Headers): string {
  const location = headers.get("Location");
  return location === null ? "" : ` that redirects to ${location}`;
}

/** Node's fetch hides the reason one level down. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${CALL_TIMEOUT_MS / 1000} s`;
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
