/**
 * A route declares its part of the API's description where it is defined: `describe` adds the texts, each middleware what it
 * requires. hono-openapi's `generateSpecs` joins the parts of a route; `worker/build/openapi` makes the published document
 * of them.
 */
import type { MiddlewareHandler } from "hono";
import { uniqueSymbol } from "hono-openapi";
import type { GenericSchema } from "valibot";
import type { AdminProblemCode } from "#shared/contracts/admin-problems.ts";
import type { AlertProblemCode } from "#shared/contracts/ingest-messages.ts";
import type { LogProblemCode } from "#shared/contracts/log.ts";
import type { PasskeyProblemCode } from "#shared/contracts/passkeys.ts";
import type { ProfileProblemCode } from "#shared/contracts/profile.ts";
import type { PushProblemCode } from "#shared/contracts/push.ts";
import type { SessionProblemCode } from "#shared/contracts/session.ts";
import type { WebhookProblemCode } from "#shared/contracts/webhooks.ts";

export type Tag =
  | "session"
  | "profile"
  | "follows"
  | "notifications"
  | "signals"
  | "traders"
  | "ledger"
  | "log"
  | "live"
  | "record"
  | "accounts"
  | "vitals"
  | "hooks"
  | "webhooks";

/** Codes that the gateway or the embedded API can answer to any call. */
type GeneralCode =
  | "address_too_long"
  | "bad_host"
  | "bad_path"
  | "database_not_migrated"
  | "foreign_origin"
  | "headers_too_large"
  | "https_required"
  | "internal_error"
  | "invalid"
  | "invalid_query"
  | "parse_error"
  | "payload_too_large"
  | "request_timeout"
  | "room_full"
  | "storage_unavailable"
  | "too_many_parameters"
  | "unsupported_media_type"
  | "upgrade_required"
  | "upstream_error"
  | "upstream_invalid_answer"
  | "upstream_timeout"
  | "upstream_unreachable";

export type ProblemCode =
  | GeneralCode
  | SessionProblemCode
  | ProfileProblemCode
  | PasskeyProblemCode
  | AdminProblemCode
  | LogProblemCode
  | AlertProblemCode
  | PushProblemCode
  | WebhookProblemCode;

/** Codes by status. */
export type Refusals = Readonly<Record<number, readonly ProblemCode[]>>;

/** Who may make a call. A holder is a member whose account has a passcode. */
export type Caller = "member" | "holder" | "staff";

export interface Parameter {
  readonly description: string;
  /** Text if absent. */
  readonly schema?: GenericSchema;
}

export interface Answer {
  readonly description: string;
  /** Absent if there is no body, or if `media` names a type without a contract. */
  readonly schema?: GenericSchema;
  /** Media types of a body that no contract describes. */
  readonly media?: readonly string[];
  /** Descriptions of the headers that the answer may have, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Description {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  /** By name; every parameter of the path must be listed. */
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  /** Media types of a body that no contract describes. */
  readonly freeBody?: readonly string[];
  /** By status. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** In addition to those that follow from the caller, the query and the body. */
  readonly refusals?: Refusals;
}

type Content = Readonly<Record<string, { readonly schema?: GenericSchema }>>;

/** Part of an operation as in OpenAPI, with contracts in place of JSON Schemas. */
export interface OperationPart {
  readonly operationId?: string;
  readonly tags?: readonly Tag[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly { readonly bearer: readonly Caller[] }[];
  readonly parameters?: readonly (Parameter & {
    readonly name: string;
    readonly in: "path" | "header";
    readonly required?: true;
  })[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses?: Readonly<
    Record<
      number,
      { readonly description: string; readonly headers?: Answer["headers"]; readonly content?: Content }
    >
  >;
  /** The refusals of each part; together they become error responses. */
  readonly "x-refusals"?: readonly Refusals[];
  /** The act has to be confirmed: see `requireConfirmation`. */
  readonly "x-confirmation"?: true;
  /** Its fields become parameters. */
  readonly "x-query"?: GenericSchema;
}

/** Returns the same middleware, which now adds its part to every operation that uses it. */
export function declare<Middleware extends object>(middleware: Middleware, spec: OperationPart): Middleware {
  return Object.assign(middleware, { [uniqueSymbol]: { spec } });
}

/** What a call is for and what it answers; the first part of each route. Unless another part restricts it, everyone may call. */
export function describe({
  id,
  tag,
  params = {},
  headers = {},
  freeBody,
  answers,
  refusals,
  ...words
}: Description): MiddlewareHandler {
  return declare(async (_c, next) => next(), {
    ...words,
    operationId: id,
    tags: [tag],
    security: [],
    parameters: [...Object.entries(params).map(inPath), ...Object.entries(headers).map(inHeader)],
    ...(freeBody && { requestBody: { required: true, content: contentOf(freeBody) } }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, { description, schema, media, headers }]) => {
        const content = schema ? { "application/json": { schema } } : media && contentOf(media);
        return [status, { description, ...(headers && { headers }), ...(content && { content }) }];
      }),
    ),
    ...(refusals && { "x-refusals": [refusals] }),
  });
}

function inPath([name, parameter]: [string, Parameter]) {
  return { name, in: "path", required: true, ...parameter } as const;
}

function inHeader([name, parameter]: [string, Parameter]) {
  return { name, in: "header", ...parameter } as const;
}

function contentOf(media: readonly string[]): Content {
  return Object.fromEntries(media.map((type) => [type, {}]));
}
