/** Fetches from an untrusted server outside. */
import { unpacked } from "./content-coding.ts";
import { mediaType } from "./media-type.ts";
import { readBounded } from "./read-bounded.ts";
import { withoutSecrets } from "./without-secrets.ts";
import { MAX_REFUSAL_CHARACTERS } from "#shared/limits/log.ts";

/** Follows no redirect. Rejects if no answer arrives before `deadline` aborts, or if it is longer than `maxBytes`. */
export async function fetchBounded(
  url: string,
  init: RequestInit,
  { maxBytes, deadline }: { readonly maxBytes: number; readonly deadline: AbortSignal },
) {
  const response = unpacked(await fetch(url, { ...init, redirect: "manual", signal: deadline }));
  const bytes = await readBounded(response.body, maxBytes, deadline);
  if (bytes === null) throw new RangeError(`its answer is longer than ${maxBytes} bytes`);
  return { status: response.status, type: mediaType(response.headers.get("Content-Type")), bytes };
}

/** Why a request failed, in words. */
export function failedExchange(error: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return "does not answer in time";
  return `the request failed: ${plainWords(error instanceof Error ? error.message : String(error))}`;
}

/** A text from outside, shortened; see `withoutSecrets`. */
export function plainWords(text: string): string {
  const line = withoutSecrets(text);
  return line === "" ? "without a word" : line.slice(0, MAX_REFUSAL_CHARACTERS);
}
