/**
 * Reads a client's body: at most 64 KiB within 15 s, and JSON that parses, in at most 64 levels. Buffered, so that a retry
 * can resend it.
 */
import { isUtf8Json } from "#worker/http/media-type.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readIncomingBody } from "#worker/gateway/limits/incoming-body.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { MAX_JSON_LEVELS, MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

/** Where services post: their messages are forwarded unread, so that a refused message is listed with its key. */
const UNREAD_BELOW = "/api/hooks/";

export interface RequestBody {
  /** As sent; null if there is none. */
  readonly bytes: Uint8Array | null;
  /** The parsed value of a JSON body, undefined for any other. */
  readonly json: unknown;
}

const NO_BODY: RequestBody = { bytes: null, json: undefined };

/** The body of `request`, or the answer that refuses it: 413, 408, 415 or 400. Rejects if the client leaves meanwhile. */
export async function readRequestBody(
  request: Request,
  path: string,
  startTimer: StartTimer,
): Promise<RequestBody | Response> {
  if (request.method === "GET" || request.method === "HEAD") return NO_BODY;
  const bytes = await readIncomingBody(request, MAX_REQUEST_BODY_BYTES, startTimer);
  if (bytes instanceof Response) return bytes;
  if (bytes.byteLength === 0) return NO_BODY;
  if (path.startsWith(UNREAD_BELOW)) return { bytes, json: undefined };
  if (!isUtf8Json(request.headers)) return unsupportedMediaType();
  try {
    const text = utf8.decode(bytes);
    const json: unknown = JSON.parse(text);
    if (isTooDeep(text)) return parseError(`Request body is nested deeper than ${MAX_JSON_LEVELS} levels.`);
    return { bytes, json };
  } catch {
    return parseError("Request body is not valid JSON.");
  }
}

/**
 * Its `decode` throws on anything but UTF-8. A byte order mark stays and makes the text invalid JSON (RFC 8259 section 8.1),
 * as for most servers.
 */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Checked on the text of valid JSON: the parsed value lacks what a later field of the same name has replaced, but the
 * upstream's parser reads that as well.
 */
function isTooDeep(json: string): boolean {
  let levels = 0;
  let isInString = false;
  for (let at = 0; at < json.length && levels <= MAX_JSON_LEVELS; at += 1) {
    const mark = json.charAt(at);
    if (mark === '"') isInString = !isInString;
    else if (mark === "\\") at += 1; // an escaped character
    else if (isInString) continue;
    else if (mark === "[" || mark === "{") levels += 1;
    else if (mark === "]" || mark === "}") levels -= 1;
  }
  return levels > MAX_JSON_LEVELS;
}

function unsupportedMediaType(): Response {
  const detail = "Request body must be application/json in UTF-8.";
  return problemResponse(415, { detail, code: "unsupported_media_type" }, { Accept: "application/json" });
}

function parseError(detail: string): Response {
  return problemResponse(400, { detail, code: "parse_error" });
}
