/**
 * Reads the text of a message from a request. Errors that the gateway refuses on other routes are refused here, where the
 * key is known.
 */
import { MAX_ALERT_BYTES } from "#shared/limits/ingest.ts";
import { isUtf8Json, mediaType } from "#worker/http/media-type.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { AlertProblem } from "./alert.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

export interface ReadMessage {
  /** As much of it as was read. */
  readonly text: string;
  /** Why it is refused, whatever its content; null if it is to be parsed. */
  readonly problem: AlertProblem | null;
}

export async function readMessage({ body, headers, signal }: Request): Promise<ReadMessage> {
  const bytes = await readBounded(body, MAX_REQUEST_BODY_BYTES, signal);
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  return { text, problem: problemIn(bytes, headers) };
}

function problemIn(bytes: Uint8Array | null, headers: Headers): AlertProblem | null {
  if (bytes === null || bytes.byteLength > MAX_ALERT_BYTES) {
    return new AlertProblem("payload_too_large", `A message has at most ${MAX_ALERT_BYTES} bytes.`);
  }
  if (bytes.byteLength === 0 || isPlainText(headers)) return null;
  if (!isUtf8Json(headers)) {
    return new AlertProblem(
      "unsupported_media_type",
      "A message must be text/plain or application/json in UTF-8.",
    );
  }
  return isJsonText(bytes)
    ? null
    : new AlertProblem("parse_error", "The message says that it is JSON and is none.");
}

function isPlainText(headers: Headers): boolean {
  return mediaType(headers.get("Content-Type")) === "text/plain" && !headers.has("Content-Encoding");
}

/** Its `decode` throws on anything but UTF-8. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function isJsonText(bytes: Uint8Array): boolean {
  try {
    JSON.parse(utf8.decode(bytes));
    return true;
  } catch {
    return false;
  }
}
