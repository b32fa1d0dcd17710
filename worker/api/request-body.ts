/** Reads a JSON request body by a schema and refuses it as Django REST does. */
import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import { mediaType } from "#worker/http/media-type.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { declare } from "./declare.ts";
import type { ApiEnv } from "./dependencies.ts";
import { fieldErrors, invalidInputResponse, notAnObjectError } from "./field-errors.ts";
import { parseJson } from "./json-text.ts";

/** What `c.req.valid` returns after the middleware. */
interface BodyInput<Schema extends v.GenericSchema> {
  readonly in: { readonly json: v.InferInput<Schema> };
  readonly out: { readonly json: v.InferOutput<Schema> };
}

export interface BodyOptions {
  /** The contract to publish, if `schema` accepts more than it. */
  readonly published?: v.GenericSchema;
  /** Only if it is less than the gateway's limit; a longer body is 413. */
  readonly maxBytes?: number;
}

/**
 * Middleware after which `c.req.valid("json")` is the body as parsed by `schema`; see `parseBody` for what is refused.
 * Hono's validator is not used, because it parses the text itself, which hides repeated names and bytes that are not UTF-8.
 */
export function body<Schema extends v.GenericSchema>(
  schema: Schema,
  { published = schema, maxBytes }: BodyOptions = {},
): MiddlewareHandler<ApiEnv, string, BodyInput<Schema>> {
  return declare<MiddlewareHandler<ApiEnv, string, BodyInput<Schema>>>(
    async (c, next) => {
      const { raw } = c.req;
      const bytes =
        maxBytes === undefined
          ? new Uint8Array(await c.req.arrayBuffer())
          : await readBounded(raw.body, maxBytes, raw.signal);
      if (bytes === null) return refuseLength(maxBytes);
      const parsed = parseBody(schema, bytes, raw.headers.get("Content-Type"));
      if (!parsed.ok) return parsed.refusal;
      c.req.addValidatedData("json", Object(parsed.value));
      return next();
    },
    {
      requestBody: { required: true, content: { "application/json": { schema: published } } },
      "x-refusals": [{ 400: ["invalid", "parse_error"], 415: ["unsupported_media_type"] }],
    },
  );
}

export type ParsedBody<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Response };

/**
 * The body as parsed by `schema`, or the answer to send instead: 415 `unsupported_media_type` unless it is
 * `application/json`, 400 `parse_error` if `requireJson` does not accept it, 400 `invalid` with field errors if it does not
 * fit the schema. An empty body counts as `{}` whatever its type. Never throws for what a client sent.
 */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  bytes: Uint8Array,
  contentType: string | null,
): ParsedBody<v.InferOutput<Schema>> {
  if (bytes.byteLength > 0 && mediaType(contentType ?? "") !== "application/json") {
    const detail = `Unsupported media type "${contentType ?? ""}" in request.`;
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

/** Undefined if the bytes are not a JSON text in UTF-8 (RFC 8259 section 8.1). */
function parseUtf8Json(bytes: Uint8Array): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

function refuseLength(maxBytes: number | undefined): Response {
  return problemResponse(413, {
    detail: `A body has at most ${maxBytes} bytes here.`,
    code: "payload_too_large",
  });
}
