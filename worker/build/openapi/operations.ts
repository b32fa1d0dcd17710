/** Every call as its route declares it, with the contracts themselves: used by the document, the contract kit and the tests. */
import { generateSpecs } from "hono-openapi";
import * as v from "valibot";
import { createRoutes, type RouteDependencies } from "#worker/api/routes.ts";

/** A valibot schema, unchanged. */
const Contract = v.custom<v.GenericSchema>(isContract);

const Content = v.record(v.string(), v.object({ schema: v.optional(Contract) }));

const Parameter = v.object({
  name: v.string(),
  in: v.picklist(["path", "header"]),
  required: v.optional(v.literal(true)),
  description: v.optional(v.string()),
  schema: v.optional(v.union([Contract, v.object({ type: v.literal("string") })])),
});

const Operation = v.object({
  operationId: v.string(),
  tags: v.array(v.string()),
  summary: v.string(),
  description: v.optional(v.string()),
  security: v.array(v.object({ bearer: v.array(v.picklist(["member", "holder", "staff"])) })),
  parameters: v.optional(v.array(Parameter), []),
  requestBody: v.optional(v.object({ required: v.literal(true), content: Content })),
  responses: v.record(
    v.string(),
    v.object({
      description: v.string(),
      headers: v.optional(v.record(v.string(), v.string())),
      content: v.optional(Content),
    }),
  ),
  "x-refusals": v.optional(v.array(v.record(v.string(), v.array(v.string()))), []),
  "x-confirmation": v.optional(v.literal(true)),
  "x-query": v.optional(Contract),
});

export interface DeclaredOperation extends v.InferOutput<typeof Operation> {
  /** In lower case. */
  readonly method: string;
  /** In OpenAPI's notation: `/api/signals/{id}/`. */
  readonly path: string;
}

const METHODS = v.record(v.string(), v.record(v.string(), Operation));

/** In the order of the routes. Rejects if a route of the API is not described. */
export async function declaredOperations(): Promise<readonly DeclaredOperation[]> {
  const { paths } = await generateSpecs(createRoutes({} as RouteDependencies), {
    excludeStaticFile: false,
    defaultValidationErrorResponse: false,
    includeEmptyPaths: true,
  });
  return Object.entries(v.parse(METHODS, paths)).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => Object.assign(operation, { method, path })),
  );
}

/** Every path of the API in Hono's notation, those with fewer parameters first, so that the first match is the right one. */
export async function apiPaths(): Promise<string[]> {
  const paths = (await declaredOperations()).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1"));
  const parameters = (path: string) => path.split(":").length;
  return [...new Set(paths)].toSorted((a, b) => parameters(a) - parameters(b));
}

export function isContract(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}
