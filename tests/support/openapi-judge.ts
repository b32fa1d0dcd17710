/**
 * Validates answers against an OpenAPI document: a status, a type or a body that the operation does not declare is a violation.
 * Answer bodies are validated strictly: an undeclared field is a violation too.
 */
import { type Schema, Validator } from "@cfworker/json-schema";
import * as v from "valibot";

export interface JudgedAnswer {
  readonly method: string;
  /** Path, with or without query. */
  readonly path: string;
  readonly response: Response;
}

export interface Judgement {
  /** Null if no operation has the path and method. */
  readonly operationId: string | null;
  readonly status: number;
  /** The violations in words; null if there are none. */
  readonly departure: string | null;
}

/** Reads a copy of JSON bodies; leaves everything else, streams above all, untouched. */
export type Judge = (answer: JudgedAnswer) => Promise<Judgement>;

const Content = v.record(v.string(), v.object({ schema: v.optional(v.record(v.string(), v.unknown())) }));
const ResponseObject = v.object({
  content: v.optional(Content, {}),
  headers: v.optional(v.record(v.string(), v.object({ required: v.optional(v.boolean(), false) })), {}),
});
const Reference = v.object({ $ref: v.string() });
const Operation = v.object({
  operationId: v.string(),
  responses: v.record(v.string(), v.union([Reference, ResponseObject])),
});
const Document = v.object({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.object({
    schemas: v.record(v.string(), v.unknown()),
    responses: v.record(v.string(), ResponseObject),
  }),
});

export function createJudge(openApiDocument: unknown): Judge {
  const document = v.parse(Document, openApiDocument);
  const templates = Object.entries(document.paths)
    .map(([template, operations]) => ({ template, operations, pattern: patternOf(template) }))
    .toSorted((a, b) => parameterCount(a.template) - parameterCount(b.template));
  const $defs = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]),
  );
  const validators = new Map<string, Validator>();

  function faultsOf(key: string, schema: unknown, body: unknown): string | null {
    const known =
      validators.get(key) ?? new Validator(asSchema({ ...Object(closed(schema)), $defs }), "2020-12", false);
    validators.set(key, known);
    const { valid, errors } = known.validate(body);
    return valid
      ? null
      : errors.map(({ instanceLocation, error }) => `${instanceLocation} ${error}`).join("; ");
  }

  function expectedOf(operation: v.InferOutput<typeof Operation>, status: number) {
    const response = operation.responses[String(status)];
    if (response === undefined) return null;
    return "$ref" in response
      ? (document.components.responses[response.$ref.replace("#/components/responses/", "")] ?? null)
      : response;
  }

  async function departureFrom(
    operation: v.InferOutput<typeof Operation>,
    { method, response }: JudgedAnswer,
  ): Promise<string | null> {
    const { status, headers } = response;
    const expected = expectedOf(operation, status);
    if (!expected) return `answers ${status}, which it does not have`;
    const required = Object.entries(expected.headers).filter(([, header]) => header.required);
    const missing = required.flatMap(([name]) => (headers.has(name) ? [] : [name]));
    if (missing.length > 0) return `answers ${status} without ${missing.join(", ")}`;
    const type = (headers.get("Content-Type") ?? "").split(";", 1)[0] ?? "";
    if (Object.keys(expected.content).length === 0) {
      return response.body === null ? null : `answers ${status} with a body of type "${type}"`;
    }
    const content = expected.content[type];
    if (!content) return `answers ${status} with a body of type "${type}"`;
    if (!content.schema || method === "HEAD") return null;
    const body: unknown = await response.clone().json();
    const faults = faultsOf(`${operation.operationId} ${status} ${type}`, content.schema, body);
    return faults && `answers ${status} with ${JSON.stringify(body)}: ${faults}`;
  }

  return async function judge(answer) {
    const { method, path, response } = answer;
    const { pathname } = new URL(path, "https://judge.invalid");
    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = templates.find(
      ({ pattern, operations }) => pattern.test(pathname) && operations[verb] !== undefined,
    )?.operations[verb];
    const { status } = response;
    if (!operation) {
      const isRefused = status === 404 || status === 405 || (method === "OPTIONS" && status === 204);
      const departure = isRefused
        ? null
        : `${method} ${pathname} answers ${status} and is not in the document`;
      return { operationId: null, status, departure };
    }
    const departure = await departureFrom(operation, answer);
    const { operationId } = operation;
    return { operationId, status, departure: departure && `${operationId} ${departure}` };
  };
}

function patternOf(template: string): RegExp {
  const parts = template.replace(/\/$/, "").split(/\{[^}]+\}/);
  return new RegExp(`^${parts.map((part) => part.replaceAll(".", "\\.")).join("[^/]+")}/?$`);
}

function parameterCount(template: string): number {
  return template.split("{").length;
}

/** Forbids undeclared fields, and converts references to JSON Schema's form within one document. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]): [string, unknown] => [
    key,
    key === "$ref" ? String(value).replace("#/components/schemas/", "#/$defs/") : closed(value),
  ]);
  const isObject = "type" in schema && schema.type === "object" && "properties" in schema;
  const isOpen = isObject && !("additionalProperties" in schema);
  return { ...Object.fromEntries(entries), ...(isOpen ? { additionalProperties: false } : {}) };
}

/** JSON whose keywords the validation of the document itself has checked (tests/architecture/openapi.test.ts). */
function asSchema(json: unknown): Schema {
  return json as Schema;
}
