/** Reads a JSON request body against a schema and refuses as Django REST does. */
import * as v from "valibot";
import { mediaType } from "#worker/http/media-type.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { fieldErrors, invalidInputResponse, notAnObjectError } from "./field-errors.ts";
import { parseJson } from "./json-text.ts";

export type BodyReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Response };

/**
 * The body as `schema` gives it, or the answer to send instead: 415 `unsupported_media_type` unless it is
 * `application/json`, 400 `parse_error` where it is not JSON as `requireJson` has it, 400 `invalid` with field errors
 * where it does not fit. An empty body counts as `{}` whatever its type. Never throws for what a client sent.
 */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<BodyReading<v.InferOutput<Schema>>> {
  const bytes = await request.arrayBuffer();
  const contentType = request.headers.get("Content-Type") ?? "";
  if (bytes.byteLength > 0 && mediaType(contentType) !== "application/json") {
    const detail = `Unsupported media type "${contentType}" in request.`;
    return { ok: false, refusal: problemResponse(415, { detail, code: "unsupported_media_type" }) };
  }
  const json = bytes.byteLength === 0 ? {} : parseUtf8Json(bytes);
  if (json === undefined) {
    // The engine's own message quotes the body, which may hold a passcode.
    const detail = "JSON parse error - the body is not valid JSON.";
    return { ok: false, refusal: problemResponse(400, { detail, code: "parse_error" }) };
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    return { ok: false, refusal: invalidInputResponse(notAnObjectError(json)) };
  }
  const parsed = v.safeParse(schema, json);
  return parsed.success
    ? { ok: true, value: parsed.output }
    : { ok: false, refusal: invalidInputResponse(fieldErrors(parsed.issues)) };
}

/** Its `decode` throws on anything but UTF-8. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Undefined where the bytes are no JSON text in UTF-8 (RFC 8259 section 8.1). */
function parseUtf8Json(bytes: ArrayBuffer): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
