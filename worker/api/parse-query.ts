/** Query strings of the embedded API: parsed strictly, and refused with the name of the first wrong field. */
import type { MiddlewareHandler } from "hono";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import * as v from "valibot";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { declare } from "./declare.ts";
import type { ApiEnv } from "./dependencies.ts";

export type ParsedQuery<Output> =
  | { readonly ok: true; readonly query: Output }
  | { readonly ok: false; readonly response: Response };

/** A list's contract: an object whose fields are the list's parameters. */
interface ListContract {
  readonly entries: object;
}

/** What `c.req.valid` returns after the middleware. */
interface QueryInput<Schema extends GenericSchema> {
  readonly in: { readonly query: InferInput<Schema> };
  readonly out: { readonly query: InferOutput<Schema> };
}

/**
 * Middleware after which `c.req.valid("query")` is the query as parsed by `schema`; see `parseQuery` for what is refused.
 * `ofList` is for addresses that people share: parameters that no list of this kind has are ignored.
 */
export function query<Schema extends GenericSchema>(
  schema: Schema,
  { ofList }: { readonly ofList?: ListContract } = {},
): MiddlewareHandler<ApiEnv, string, QueryInput<Schema>> {
  return declare<MiddlewareHandler<ApiEnv, string, QueryInput<Schema>>>(
    async (c, next) => {
      const { url } = c.req;
      const parsed = parseQuery(schema, ofList ? withoutForeignParameters(url, ofList) : url);
      if (!parsed.ok) return parsed.response;
      c.req.addValidatedData("query", Object(parsed.query));
      return next();
    },
    {
      "x-query": schema,
      "x-refusals": [{ 400: ["invalid_query"] }],
      ...(ofList && {
        description: "Parameters that no list of this kind has, such as `utm_source`, are ignored.",
      }),
    },
  );
}

/**
 * Parses the query of a URL. Unknown and repeated parameters are refused, because ignoring a misspelt filter would show more
 * than was asked for; an empty parameter, as a form sends it, counts as absent. The refusal is 400 `invalid_query` with
 * `"field": what it must be` as its detail and, as in Django REST, the message under the field.
 */
export function parseQuery<Schema extends GenericSchema>(
  schema: Schema,
  url: string,
): ParsedQuery<InferOutput<Schema>> {
  const params = [...new URL(url).searchParams].filter(([, value]) => value !== "");
  const names = params.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return { ok: false, response: refuseQuery(repeated, "must be given once") };
  const parsed = v.safeParse(schema, Object.fromEntries(params));
  if (parsed.success) return { ok: true, query: parsed.output };
  const issue = parsed.issues[0];
  const name = issue.path?.map(({ key }) => String(key)).join(".") ?? "body";
  const ofKey = names.includes(name) ? "is not a parameter of this list" : "must be given";
  return { ok: false, response: refuseQuery(name, issue.type === "strict_object" ? ofKey : issue.message) };
}

/**
 * The address without the parameters that no list of this kind has; the rest stays as it was written. For addresses that
 * people share or subscribe to: mailers, networks and feed readers add parameters of their own (`utm_source`, `fbclid`).
 */
export function withoutForeignParameters(url: string, { entries }: ListContract): string {
  const address = new URL(url);
  const isOwn = (part: string) => {
    const [name] = new URLSearchParams(part).keys();
    return name !== undefined && Object.hasOwn(entries, name);
  };
  address.search = address.search.slice(1).split("&").filter(isOwn).join("&");
  return address.href;
}

/** The refusal of `parseQuery`, for errors that only the whole query shows. */
export function refuseQuery(field: string, message: string): Response {
  // Names come from the client: the answer holds a short, plain form.
  const name = field.slice(0, 40).replaceAll(/[^\w.-]/g, "?");
  return problemResponse(400, {
    [name]: [`${message}.`],
    detail: `"${name}": ${message}.`,
    code: "invalid_query",
  });
}
