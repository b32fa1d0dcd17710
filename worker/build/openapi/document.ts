/** The whole contract as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1), made from the declarations of the routes. */
import type { GenericSchema } from "valibot";
import type { Tag } from "#worker/api/declare.ts";
import { RETRIES_IN_WORDS } from "#worker/gateway/proxy/retry-policy.ts";
import {
  type ContractComments,
  type ContractSchemas,
  createContractSchemas,
  type Json,
  referenceTo,
} from "./contract-schemas.ts";
import { type DeclaredOperation, declaredOperations, isContract } from "./operations.ts";
import { refusalsOf } from "./gateway-refusals.ts";

const TAGS: Readonly<Record<Tag, string>> = {
  session: "Sign-in, refresh, sign-out and the current user. SimpleJWT's statuses and bodies.",
  profile: "What members do with their own account.",
  follows: "The traders a member follows, and their signals.",
  notifications: "Web Push of new signals to followers, and members' settings for it.",
  signals: "The record, for everyone: signals as JSON and in feeds, newest first, and as CSV.",
  traders: "Traders with their statistics, and the totals over all of them.",
  ledger: "The append-only, hash-chained ledger under everything else.",
  log: "The ledger as a transparency log: tiles of hashes, entries and signed checkpoints.",
  live: "News of signals as they happen.",
  record: "Staff write on the record. There is no edit and no delete.",
  accounts: "Staff look after accounts and read the audit log.",
  vitals: "How fast pages are for readers.",
  hooks: "Signals that machines send, and the keys that they use.",
  webhooks: "Signed messages to the operator's addresses, and what became of them.",
};

export interface DocumentOptions {
  readonly version: string;
  readonly comments: ContractComments;
}

/** The same for every deployment: it names no origin, and an operator's own backend has the same contract. */
export async function createOpenApiDocument({ version, comments }: DocumentOptions): Promise<Json> {
  const schemas = createContractSchemas(comments);
  const paths: Record<string, Json> = {};
  const responses: Record<string, Json> = {};
  for (const operation of await declaredOperations()) {
    const { method, path } = operation;
    const refusals = refusalsOf(operation).map(([status, codes]) => {
      const name = [status, ...codes].join("-");
      responses[name] = refusalObject(status, codes);
      return [status, { $ref: `#/components/responses/${name}` }];
    });
    paths[path] = {
      ...paths[path],
      [method]: operationObject(operation, schemas, Object.fromEntries(refusals)),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Trading signals on the record",
      version,
      description: DESCRIPTION,
      license: { name: "MIT", identifier: "MIT" },
    },
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    servers: [{ url: "/", description: "The site that serves this document." }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas.components, Problem: problemSchema(schemas.components["Problem"]) },
      responses,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description:
            "The `access` token of sign-in or refresh; it is valid for five minutes. Each call states who may make it: a `member`, " +
            "a `holder` (a member whose account has a passcode, including staff) or `staff`. A call with `x-confirmation` " +
            "also needs `current_passcode`, or a passkey's confirmation, so that a stolen session cannot make it.",
        },
      },
    },
  };
}

const DESCRIPTION = [
  "Every path also answers without its trailing slash, every GET also as HEAD, and OPTIONS names the methods of a path.",
  "Errors are `{detail, code}`: branch on `code`, which is stable; `detail` is English for developers. " +
    "If a body is refused, each wrong field is there too, with its messages.",
  "Nothing here may be cached, except feeds, which are revalidated by their `ETag`. `X-Request-Id` of an answer identifies it in " +
    "the log. `Retry-After` of 429 and 503 is the number of seconds to wait.",
  "`X-D1-Bookmark` of the answer to a write, and to live news, states how new a copy of the record must be to contain it. A call " +
    "with the same header is answered from such a copy; any other call, from a copy that may lag.",
  RETRIES_IN_WORDS,
  "Clients must ignore fields that they do not know.",
  "A price source is not part of this API: it is a server that an operator names. It gets " +
    "`GET {source}/prices/?asset=EUR/USD&at=2026-03-01T12:01:00.000Z` and answers `PriceAnswer`, the last quote at or before `at`; 404 " +
    "if it has none, and 425 until that price is final. It always gives the same answer to the same request.",
  "A webhook gets `POST {url}` with a `WebhookMessage`, signed as in Standard Webhooks, and answers " +
    "2xx within ten seconds.",
  "The rules of ledger entries, how each counts, every formula and the files' formats: `/en/verify`.",
].join("\n\n");

/** Every error's body: the contract, the messages of wrong fields and those of SimpleJWT. */
function problemSchema(problem: Json = {}): Json {
  const text = { type: "string" };
  const names = ["token_class", "token_type", "message"];
  return {
    ...problem,
    description: "If a body or query is refused, also the messages for each wrong field.",
    properties: {
      ...Object(problem["properties"]),
      messages: {
        type: "array",
        description: "SimpleJWT's reasons why an access token is refused.",
        items: {
          type: "object",
          properties: Object.fromEntries(names.map((name) => [name, text])),
          required: names,
        },
      },
    },
    additionalProperties: { type: "array", items: text },
  };
}

function operationObject(operation: DeclaredOperation, schemas: ContractSchemas, refusals: Json): Json {
  const { operationId, tags, summary, description, security, requestBody, responses } = operation;
  const parameters = parametersOf(operation, schemas);
  return {
    operationId,
    tags,
    summary,
    ...(description && { description }),
    security,
    ...(operation["x-confirmation"] && { "x-confirmation": true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody: { required: true, content: written(requestBody.content, schemas) } }),
    responses: {
      ...mapValues(responses, ({ headers, content, ...response }) => ({
        ...response,
        ...(headers && { headers: mapValues(headers, headerObject) }),
        ...(content && { content: written(content, schemas) }),
      })),
      ...refusals,
    },
  };
}

type Content = NonNullable<DeclaredOperation["requestBody"]>["content"];

function written(content: Content, schemas: ContractSchemas): Json {
  return mapValues(content, ({ schema }) => (schema ? { schema: schemas.schemaOf(schema) } : {}));
}

function parametersOf({ parameters, ...operation }: DeclaredOperation, schemas: ContractSchemas): Json[] {
  const query = operation["x-query"];
  return [
    ...parameters.map(({ schema, ...parameter }) => ({
      ...parameter,
      schema: isContract(schema) ? schemas.schemaOf(schema) : { type: "string" },
    })),
    ...(query ? queryParameters(query, schemas) : []),
  ];
}

function queryParameters(query: GenericSchema, schemas: ContractSchemas): Json[] {
  const { properties } = schemas.writtenOut(query);
  return Object.entries(Object(properties)).map(([name, property]) => {
    const { description, ...schema }: Json = Object(property);
    return description === undefined
      ? { name, in: "query", schema }
      : { name, in: "query", description, schema };
  });
}

function refusalObject(status: number, codes: readonly string[]): Json {
  const headers = {
    ...(status === 401 && {
      "WWW-Authenticate": { ...headerObject('Always `Bearer realm="api"`.'), required: true },
    }),
    ...((status === 429 || status === 503) && {
      "Retry-After": { ...headerObject("Seconds until it is worth asking again."), required: true },
    }),
  };
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      "application/json": {
        schema: { ...referenceTo("Problem"), properties: { code: { enum: codes } } },
      },
    },
  };
}

function headerObject(description: string): Json {
  return { description, schema: { type: "string" } };
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
