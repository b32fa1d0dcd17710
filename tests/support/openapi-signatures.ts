/**
 * An OpenAPI document as a person reads it in a diff: a line for each call and each contract, and one for the rest. The hash that ends a
 * line is over all that the document says of it.
 */
import { createHash } from "node:crypto";
import * as v from "valibot";

const Json = v.record(v.string(), v.unknown());
const Schema = v.looseObject({
  properties: v.optional(Json, {}),
  required: v.optional(v.array(v.string()), []),
});
const Operation = v.looseObject({
  "x-confirmation": v.optional(v.literal(true)),
  security: v.array(v.object({ bearer: v.array(v.string()) })),
  parameters: v.optional(v.array(v.looseObject({ in: v.string(), name: v.string() })), []),
  requestBody: v.optional(v.looseObject({ content: Json })),
  responses: Json,
});
const Document = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), Operation)),
  components: v.looseObject({ schemas: v.record(v.string(), Schema), responses: Json }),
});

export function openApiSignatures(document: unknown): string {
  const { paths, components, ...rest } = v.parse(Document, document);
  const { schemas, responses, ...otherComponents } = components;
  /** The same with what it refers to in place of each reference. */
  const resolved = (part: unknown): unknown =>
    JSON.parse(JSON.stringify(part), (key, value: unknown) => {
      if (key !== "$ref") return value;
      const name = String(value).split("/").at(-1) ?? "";
      return resolved(responses[name] ?? schemas[name]);
    });

  const operations = Object.entries(paths)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const { security, parameters, requestBody } = operation;
        const query = parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
        const sent = requestBody && v.parse(Content, resolved(requestBody.content));
        return [
          `${method.toUpperCase()} ${path}`,
          security[0]?.bearer.join(",") ?? "anonymous",
          operation["x-confirmation"] && "confirmed",
          query.length > 0 && `query{${query.join(",")}}`,
          ...Object.entries(sent ?? {}).map(
            ([type, { schema }]) => `body{${schema ? fieldsOf(schema.$ref) : type}}`,
          ),
          Object.keys(operation.responses).join(" "),
          hashOf(resolved(operation)),
        ]
          .filter(Boolean)
          .join("  ");
      }),
    );
  const contracts = Object.entries(schemas).map(([name, schema]) =>
    [`${name}{${fieldsOf(schema)}}`, hashOf(schema)].join("  "),
  );
  return [
    ...operations,
    "",
    ...contracts,
    "",
    `everything else  ${hashOf({ ...rest, otherComponents })}`,
    "",
  ].join("\n");
}

/** Of a body, after its reference is resolved. */
const Content = v.record(v.string(), v.object({ schema: v.optional(v.object({ $ref: Schema })) }));

function fieldsOf({ properties, required }: v.InferOutput<typeof Schema>): string {
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(",");
}

function hashOf(part: unknown): string {
  return `sha256:${createHash("sha256").update(JSON.stringify(part)).digest("hex").slice(0, 12)}`;
}
