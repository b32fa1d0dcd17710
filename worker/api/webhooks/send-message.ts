/** One message to one address, once. */
import { MAX_WEBHOOK_ANSWER_BYTES, WEBHOOK_ANSWER_MS } from "#shared/limits.ts";
import { parseRetryAfter } from "#shared/retry.ts";
import { failedExchange, plainWords } from "#worker/http/fetch-bounded.ts";
import { readBounded } from "#worker/http/read-bounded.ts";

export interface Attempt {
  /** Null where there was no answer. */
  readonly status: number | null;
  /** Beginning of the answer, or why there was none; null after success. */
  readonly words: string | null;
  /** How long the address asked to be left alone; null where it did not. */
  readonly pauseMs: number | null;
}

export function isDelivered({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Follows no redirect: that would be another address. Never rejects for what the receiver does. */
export async function sendMessage(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Attempt> {
  const deadline = AbortSignal.timeout(WEBHOOK_ANSWER_MS);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { ...headers, "Content-Type": "application/json", "User-Agent": "tidemark-webhooks" },
      body,
      redirect: "manual",
      signal: deadline,
    });
    const { status } = response;
    if (response.ok) {
      await response.body?.cancel();
      return { status, words: null, pauseMs: null };
    }
    const pauseMs = parseRetryAfter(response.headers.get("Retry-After"), Date.now());
    return { status, words: await readWords(response, deadline), pauseMs };
  } catch (error) {
    return { status: null, words: failedExchange(error, deadline), pauseMs: null };
  }
}

/** Whatever becomes of the body, its status has come. */
async function readWords({ body }: Response, deadline: AbortSignal): Promise<string> {
  try {
    const bytes = await readBounded(body, MAX_WEBHOOK_ANSWER_BYTES, deadline);
    return bytes === null
      ? `answers with more than ${MAX_WEBHOOK_ANSWER_BYTES} bytes`
      : plainWords(new TextDecoder().decode(bytes));
  } catch (error) {
    return failedExchange(error, deadline);
  }
}
