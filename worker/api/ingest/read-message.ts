/**
 * Reads the text of a message from a request. Its content type says nothing: MetaTrader and curl send JSON as a form. Faults
 * that the gateway refuses on other routes are refused here, where the key is known.
 */
import { MAX_ALERT_BYTES } from "#shared/limits/ingest.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { AlertProblem } from "./alert.ts";

/** What was sent. */
export interface Message {
  /** As much of it as was read. */
  readonly body: string;
  /** The sender's id for it, from a header. */
  readonly givenId: string | null;
  readonly receivedAtMs: number;
  readonly requestId: string;
}

/** `problem`: why it is refused, whatever its content; null if it is to be parsed. */
export type SentMessage = Message & { readonly problem: AlertProblem | null };

export async function readMessage({
  body,
  headers,
  signal,
}: Request): Promise<Omit<SentMessage, "receivedAtMs" | "requestId">> {
  const bytes = await readBounded(body, MAX_REQUEST_BODY_BYTES, signal);
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  return {
    // MetaTrader also sends the NUL that ends its string.
    body: text.replace(/\0+$/, ""),
    // The header's name in Standard Webhooks and in the IETF draft. An empty one counts as absent.
    givenId: headers.get("Webhook-Id") || headers.get("Idempotency-Key") || null,
    problem: problemIn(bytes, headers),
  };
}

function problemIn(bytes: Uint8Array | null, headers: Headers): AlertProblem | null {
  if (bytes === null || bytes.byteLength > MAX_ALERT_BYTES) {
    return new AlertProblem("payload_too_large", `A message has at most ${MAX_ALERT_BYTES} bytes.`);
  }
  if (/^(?:identity)?$/i.test(headers.get("Content-Encoding") ?? "")) return null;
  return new AlertProblem("unsupported_media_type", "A message must not be compressed.");
}
