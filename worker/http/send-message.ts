/** Sends one message to one address outside, once. */
import { cancelBody } from "#worker/http/cancel-body.ts";
import { parseRetryAfter } from "#shared/http/retry.ts";
import { unpacked } from "./content-coding.ts";
import { failedExchange, plainWords } from "./fetch-bounded.ts";
import { readBounded } from "./read-bounded.ts";

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface AnswerBounds {
  readonly timeoutMs: number;
  /** Limit for reading an answer that is not a success. */
  readonly maxBytes: number;
}

export interface Attempt {
  /** Null if there was no answer. */
  readonly status: number | null;
  /** Beginning of the answer, or why there was none; null after success. */
  readonly words: string | null;
  /** How long the address asked for no further requests; null if it did not. */
  readonly pauseMs: number | null;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Posts the message. Follows no redirect, because that would be another address. Never rejects, whatever the receiver does. */
export async function sendMessage(
  url: string,
  message: Message,
  { timeoutMs, maxBytes }: AnswerBounds,
): Promise<Attempt> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const init = { method: "POST", ...message, redirect: "manual", signal: deadline } as const;
    const response = unpacked(await fetch(url, init));
    const { status } = response;
    if (response.ok) {
      cancelBody(response);
      return { status, words: null, pauseMs: null };
    }
    const pauseMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
    return { status, words: await readWords(response, maxBytes, deadline), pauseMs };
  } catch (error) {
    return { status: null, words: failedExchange(error, deadline), pauseMs: null };
  }
}

/** Ignores errors of the body, since the status has already arrived. */
async function readWords({ body }: Response, maxBytes: number, deadline: AbortSignal): Promise<string> {
  try {
    const bytes = await readBounded(body, maxBytes, deadline);
    return bytes === null
      ? `answers with more than ${maxBytes} bytes`
      : plainWords(new TextDecoder().decode(bytes));
  } catch (error) {
    return failedExchange(error, deadline);
  }
}
