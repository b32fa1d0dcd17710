/** Every schema of the contracts, every query and every body: refused with words or taken, never thrown at. */
import * as fc from "fast-check";
import * as v from "valibot";
import * as accounts from "#shared/contracts/accounts.ts";
import * as audit from "#shared/contracts/audit.ts";
import * as builds from "#shared/site/build-manifest.ts";
import * as ingestKeys from "#shared/contracts/ingest-keys.ts";
import * as ingestMessages from "#shared/contracts/ingest-messages.ts";
import * as ledger from "#shared/contracts/ledger.ts";
import * as live from "#shared/contracts/live.ts";
import * as problem from "#shared/contracts/problem.ts";
import * as profile from "#shared/contracts/profile.ts";
import * as session from "#shared/contracts/session.ts";
import * as signals from "#shared/contracts/signals.ts";
import * as staffSignals from "#shared/contracts/staff-signals.ts";
import * as traders from "#shared/contracts/traders.ts";
import { fieldErrors } from "#worker/api/field-errors.ts";
import { readConfig } from "#worker/config.ts";
import { Vars } from "#worker/vars.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { parseBody } from "#worker/api/request-body.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { readRequestBody } from "#worker/gateway/proxy/forwarded-body.ts";
import { headerText, hostileJson, hostileText, objectWith } from "../hostile-text.ts";
import { claim, property, type Property } from "../property.ts";

const CONTRACTS = {
  accounts,
  audit,
  builds,
  ingestKeys,
  ingestMessages,
  ledger,
  live,
  problem,
  profile,
  session,
  signals,
  staffSignals,
  traders,
};

export const SCHEMAS: readonly (readonly [string, v.GenericSchema])[] = Object.entries(CONTRACTS).flatMap(
  ([domain, exported]) =>
    Object.entries<unknown>(exported).flatMap(([name, value]) =>
      isSchema(value) ? [[`${domain}.${name}`, value] as const] : [],
    ),
);

function isSchema(value: unknown): value is v.GenericSchema {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "schema" &&
    "~run" in value
  );
}

/** Names of the fields that an object schema knows; empty for any other. */
function fieldNames(schema: v.GenericSchema): string[] {
  if ("entries" in schema && typeof schema.entries === "object" && schema.entries !== null) {
    return Object.keys(schema.entries);
  }
  return "pipe" in schema && Array.isArray(schema.pipe) && schema.pipe[0] !== schema
    ? fieldNames(schema.pipe[0])
    : [];
}

const SCHEMA_PROPERTIES = SCHEMAS.map(([name, schema]) =>
  property(
    `${name} takes or refuses anything`,
    fc.oneof(objectWith(fieldNames(schema)), hostileJson, hostileText, fc.anything()),
    (value) => {
      const parsed = v.safeParse(schema, value);
      if (parsed.success) return;
      const errors = Object.values(fieldErrors(parsed.issues)).flat();
      claim(errors.length > 0 && errors.every((text) => typeof text === "string" && text !== ""), "no words");
    },
  ),
);

const QUERY_PROPERTIES = SCHEMAS.filter(([name]) => name.endsWith("Query")).map(([name, schema]) =>
  property(
    `a query is taken by ${name} or refused with 400`,
    fc.oneof(
      hostileText,
      fc
        .array(fc.tuple(fc.constantFrom(...fieldNames(schema), "x"), hostileText), { maxLength: 6 })
        .map((pairs) =>
          pairs.map(([field, value]) => `${field}=${encodeURIComponent(value.toWellFormed())}`).join("&"),
        ),
    ),
    async (query) => {
      const parsed = parseQuery(schema, `https://site.example/api/x/?${query}`);
      if (parsed.ok) return;
      claim(parsed.response.status === 400, "another status");
      const body = await parsed.response.text();
      claim(!body.includes("<"), "markup in the refusal");
      v.parse(problem.Problem, JSON.parse(body));
    },
  ),
);

const contentType = fc.oneof(
  fc.constantFrom(
    "application/json",
    "application/json; charset=utf-8",
    "text/plain",
    "application/json; charset=utf-7",
    "",
  ),
  headerText,
);
const body = fc.oneof(
  hostileText.map((text) => new TextEncoder().encode(text)),
  hostileJson.map((value) => new TextEncoder().encode(JSON.stringify(value) ?? "")),
  fc.uint8Array({ maxLength: 60 }),
);

function post(type: string, bytes: Uint8Array<ArrayBuffer>): Request {
  return new Request("https://site.example/api/x/", {
    method: "POST",
    headers: { "Content-Type": type },
    body: bytes,
  });
}

const BODY_PROPERTIES = [
  property("a body is taken or refused with words", fc.tuple(contentType, body), async ([type, bytes]) => {
    const parsed = parseBody(signals.NewSignal, bytes, type);
    if (parsed.ok) return;
    claim([400, 415].includes(parsed.refusal.status), `status ${parsed.refusal.status}`);
    v.parse(problem.Problem, await parsed.refusal.json());
  }),
  property(
    "the gateway takes a body or refuses it with words",
    fc.tuple(contentType, body),
    async ([type, bytes]) => {
      const reading = await readRequestBody(post(type, Uint8Array.from(bytes)), "/api/x/", startTimer);
      if (!(reading instanceof Response)) return;
      claim([400, 413, 415].includes(reading.status), `status ${reading.status}`);
      v.parse(problem.Problem, await reading.json());
    },
  ),
];

const CONFIG_PROPERTY = property(
  "vars become a configuration or an error that names the var",
  objectWith(Object.keys(Vars.entries)),
  (vars) => {
    try {
      // Bindings are handed on unread.
      const config = readConfig({ ...vars } as Parameters<typeof readConfig>[0]);
      claim(
        config.apiBaseUrl === null || /^https?:/.test(config.apiBaseUrl),
        "an upstream of another scheme",
      );
      claim(config.buildCheckIntervalMs >= 10_000, "checks too often");
    } catch (error) {
      claim(error instanceof Error && error.message.startsWith("Configuration: "), String(error));
    }
  },
);

export const CONTRACT_PROPERTIES: readonly Property[] = [
  ...SCHEMA_PROPERTIES,
  ...QUERY_PROPERTIES,
  ...BODY_PROPERTIES,
  CONFIG_PROPERTY,
];
