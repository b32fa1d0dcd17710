/** Reads a JSON body as every reader of it does: `application/json` in UTF-8, without a coding, in at most 64 levels. */
import { MAX_JSON_LEVELS } from "#shared/limits/requests.ts";
import { isUtf8Json } from "./media-type.ts";
import { problemResponse } from "./problem-answer.ts";

/**
 * The value that `parse` reads from the body's text, or the answer that refuses it: 415, or 400 `parse_error`, also where
 * `parse` throws.
 */
export function readJsonBody(
  bytes: Uint8Array,
  headers: Headers,
  parse: (text: string) => unknown,
): { readonly json: unknown } | Response {
  if (!isUtf8Json(headers)) return unsupportedMediaType();
  try {
    const text = utf8.decode(bytes);
    if (isTooDeep(text)) return parseError(`Request body is nested deeper than ${MAX_JSON_LEVELS} levels.`);
    return { json: parse(text) };
  } catch {
    // The engine's own message quotes the body, which may hold a passcode.
    return parseError("Request body is not valid JSON.");
  }
}

/**
 * Its `decode` throws on anything but UTF-8. A byte order mark stays and makes the text invalid JSON (RFC 8259 section 8.1),
 * as for most servers.
 */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Checked on the text, before it is parsed: deep JSON costs a parser its stack, and the value lacks what a later field of the
 * same name has replaced.
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
