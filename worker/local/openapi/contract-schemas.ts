/** The contracts as JSON Schemas (2020-12, as in OpenAPI 3.1), in the form of the transmitted JSON. */
import { type ConversionConfig, toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import * as accounts from "#shared/contracts/accounts.ts";
import * as audit from "#shared/contracts/audit.ts";
import * as ingestKeys from "#shared/contracts/ingest-keys.ts";
import * as ingestMessages from "#shared/contracts/ingest-messages.ts";
import * as instant from "#shared/contracts/instant.ts";
import * as ledger from "#shared/contracts/ledger.ts";
import * as live from "#shared/contracts/live.ts";
import * as log from "#shared/contracts/log.ts";
import * as paging from "#shared/contracts/paging.ts";
import * as passkeys from "#shared/contracts/passkeys.ts";
import * as prices from "#shared/contracts/prices.ts";
import * as problem from "#shared/contracts/problem.ts";
import * as profile from "#shared/contracts/profile.ts";
import * as push from "#shared/contracts/push.ts";
import * as session from "#shared/contracts/session.ts";
import * as signalQueries from "#shared/contracts/signal-queries.ts";
import * as signals from "#shared/contracts/signals.ts";
import * as staffSignals from "#shared/contracts/staff-signals.ts";
import * as traders from "#shared/contracts/traders.ts";
import * as search from "#shared/contracts/search.ts";
import * as slices from "#shared/contracts/slices.ts";
import * as vitals from "#shared/contracts/vitals.ts";
import * as webhooks from "#shared/contracts/webhooks.ts";
import { EXAMPLES } from "./examples.ts";
import { isContract } from "./operations.ts";

/** Any JSON object; a schema's keywords are checked where they are used. */
export type Json = { readonly [key: string]: unknown };

/** Comments of the contracts' sources: of a contract by `Name`, of a field by `Name.field`. */
export type ContractComments = Readonly<Record<string, string>>;

export interface ContractSchemas {
  /** Every named contract. */
  readonly components: Readonly<Record<string, Json>>;
  /** A reference if the schema has a name, otherwise the schema itself. */
  readonly schemaOf: (schema: v.GenericSchema) => Json;
  /** The schema itself, even if it has a name. */
  readonly writtenOut: (schema: v.GenericSchema) => Json;
}

const EXPORTS: Readonly<Record<string, unknown>> = {
  ...accounts,
  ...audit,
  ...ingestKeys,
  ...ingestMessages,
  ...instant,
  ...ledger,
  ...live,
  ...log,
  ...paging,
  ...passkeys,
  ...prices,
  ...problem,
  ...profile,
  ...push,
  ...session,
  ...signalQueries,
  ...signals,
  ...staffSignals,
  ...traders,
  ...search,
  ...slices,
  ...vitals,
  ...webhooks,
};

export function createContractSchemas(comments: ContractComments): ContractSchemas {
  // Sorted by name, since engines and bundlers order the exports of a module differently.
  const named = Object.entries(EXPORTS)
    .flatMap(([name, value]) => (isContract(value) ? [[name, value] as const] : []))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const nameOf = new Map(named.map(([name, schema]) => [schema, name]));
  const converted = toJsonSchemaDefs(Object.fromEntries(named), CONVERSION);
  const components = Object.fromEntries(
    named.map(([name, contract]) => {
      const written = withComments(name, { ...converted[name] }, comments);
      const example = EXAMPLES.get(contract);
      return [name, example === undefined ? written : { ...written, examples: [example] }];
    }),
  );
  const writtenOut = (schema: v.GenericSchema): Json => {
    const component = components[nameOf.get(schema) ?? ""];
    if (component) return component;
    const {
      $schema: _,
      $defs: __,
      ...rest
    } = toJsonSchema(schema, {
      ...CONVERSION,
      definitions: Object.fromEntries(named),
    });
    return { ...rest };
  };
  return {
    components,
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

/** The input form, before the server parses numbers from texts; a rule that JSON Schema cannot express is described in words. */
const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  errorMode: "throw",
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideAction: ({ valibotAction, jsonSchema }) => {
    const { type, message, requirement } = v.parse(Action, valibotAction);
    const description =
      typeof message === "string" && message.startsWith("must ") && jsonSchema.type !== "object"
        ? { description: message }
        : {};
    switch (type) {
      case "trim":
        return jsonSchema;
      case "check":
      case "partial_check":
        return { ...jsonSchema, ...description };
      case "regex":
        return requirement instanceof RegExp
          ? { ...jsonSchema, ...description, pattern: requirement.source }
          : null;
      default:
        return null;
    }
  },
};

const Action = v.object({
  type: v.string(),
  message: v.optional(v.unknown()),
  requirement: v.optional(v.unknown()),
});

function withComments(name: string, schema: Json, comments: ContractComments): Json {
  const { properties } = schema;
  const own = comments[name] === undefined ? {} : { description: comments[name] };
  if (typeof properties !== "object" || properties === null) return { ...schema, ...own };
  const commented = Object.entries(properties).map(([field, property]: [string, unknown]) => {
    const comment = comments[`${name}.${field}`];
    return [field, comment === undefined ? property : { ...Object(property), description: comment }];
  });
  return { ...schema, ...own, properties: Object.fromEntries(commented) };
}
