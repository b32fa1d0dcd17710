/** Reads a JSON request body by a schema and refuses it as Django REST does. */
import type { MiddlewareHandler } from "hono";
import * as v from "valibot";
import { readJsonBody } from "#worker/http/json-body.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { declare } from "./declare.ts";
import type { ApiEnv } from "./dependencies.ts";
import { fieldErrors, invalidInputResponse, notAnObjectError } from "./field-errors.ts";
import { requireJson } from "./json-text.ts";

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
 * Middleware after which `c.req.valid("json")` is the body as parsed by `schema`. It refuses what `readJsonBody` and
 * `requireJson` refuse, and, with 400 `invalid` and field errors, what does not fit the schema. An empty body counts as `{}`
 * whatever its type.
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
      const read = bytes.byteLength === 0 ? { json: {} } : readJsonBody(bytes, raw.headers, requireJson);
      if (read instanceof Response) return read;
      const { json } = read;
      if (typeof json !== "object" || json === null || Array.isArray(json))
        return invalidInputResponse(notAnObjectError(json));
      const parsed = v.safeParse(schema, json);
      if (!parsed.success) return invalidInputResponse(fieldErrors(parsed.issues));
      c.req.addValidatedData("json", Object(parsed.output));
      return next();
    },
    {
      requestBody: { required: true, content: { "application/json": { schema: published } } },
      "x-refusals": [{ 400: ["invalid", "parse_error"], 415: ["unsupported_media_type"] }],
    },
  );
}

function refuseLength(maxBytes: number | undefined): Response {
  return problemResponse(413, {
    detail: `A body has at most ${maxBytes} bytes here.`,
    code: "payload_too_large",
  });
}
