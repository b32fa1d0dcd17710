/** The contracts as JSON Schemas (2020-12, as in OpenAPI 3.1), in the form of the transmitted JSON. */
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import * as CONTRACTS from "./contracts.ts";
import { EXAMPLES } from "./examples.ts";
import { isContract } from "./operations.ts";

/** Any JSON object; a schema's keywords are checked where they are used. */
export type Json = { readonly [key: string]: unknown };

/** Comments of the contracts' sources: of a contract by `Name`, of a field by `Name.field`. */
export type ContractComments = Readonly<Record<string, string>>;

export interface ContractSchemas {
  /** Every contract by its name; not those of queries, which become parameters. */
  readonly components: Readonly<Record<string, Json>>;
  /** A reference if the schema has a name, otherwise the schema itself. */
  readonly schemaOf: (schema: v.GenericSchema) => Json;
  /** The schema itself, even if it has a name. */
  readonly writtenOut: (schema: v.GenericSchema) => Json;
}

export function createContractSchemas(comments: ContractComments): ContractSchemas {
  // Sorted by name, since engines and bundlers order the exports of a module differently.
  const named = Object.entries(CONTRACTS)
    .flatMap(([name, value]) => (isContract(value) ? [[name, value] as const] : []))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const definitions = Object.fromEntries(named);
  const nameOf = new Map<v.GenericSchema, string>(named.map(([name, schema]) => [schema, name]));
  const written = Object.entries(toJsonSchemaDefs(definitions, CONVERSION)).map(
    ([name, schema]): [string, Json] => [name, withComments(name, { ...schema }, comments)],
  );
  const schemas = new Map(written);
  const writtenOut = (schema: v.GenericSchema): Json => {
    const known = schemas.get(nameOf.get(schema) ?? "");
    if (known) return known;
    const { $schema: _, $defs: __, ...rest } = toJsonSchema(schema, { ...CONVERSION, definitions });
    return { ...rest };
  };
  return {
    components: Object.fromEntries(
      written
        .filter(([name]) => !name.endsWith("Query"))
        .map(([name, schema]) => [
          name,
          name in EXAMPLES ? { ...schema, examples: [EXAMPLES[name]] } : schema,
        ]),
    ),
    writtenOut,
    schemaOf: (schema) => {
      const name = nameOf.get(schema);
      return name === undefined ? writtenOut(schema) : referenceTo(name);
    },
  };
}

export function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

const Action = v.object({
  type: v.string(),
  message: v.optional(v.unknown()),
  requirement: v.optional(v.unknown()),
});

/** The input form, before the server parses numbers from texts. */
const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  errorMode: "throw",
  ignoreActions: ["trim"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  /** JSON Schema cannot express a check, which is described in words, and has no flags for a pattern. */
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { type, message, requirement } = v.parse(Action, valibotAction);
    if (!["check", "partial_check", "regex"].includes(type)) return null;
    return {
      ...jsonSchema,
      ...(typeof message === "string" && jsonSchema.type !== "object" && { description: message }),
      ...(requirement instanceof RegExp && { pattern: requirement.source }),
    };
  },
};

function withComments(name: string, schema: Json, comments: ContractComments): Json {
  const commented = (key: string, part: unknown) =>
    comments[key] === undefined ? Object(part) : { ...Object(part), description: comments[key] };
  const { properties } = schema;
  if (!properties) return commented(name, schema);
  const fields = Object.entries(properties).map(([field, property]) => [
    field,
    commented(`${name}.${field}`, property),
  ]);
  return commented(name, { ...schema, properties: Object.fromEntries(fields) });
}
