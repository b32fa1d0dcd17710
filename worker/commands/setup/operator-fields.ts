/** The operator's settings: variables of wrangler.toml that ship with placeholders or have to be chosen. */
import * as v from "valibot";
import { SIGN_UPS } from "#shared/contracts/session.ts";
import { Line } from "#shared/contracts/text.ts";
import { Vars } from "#worker/vars.ts";

export interface OperatorField {
  readonly question: string;
  /** Completes a sentence that ends "… must be". */
  readonly must: string;
  readonly schema: v.GenericSchema<unknown, string>;
}

/** Reserved names, which no deployed site and no mailbox has (RFC 2606). */
const RESERVED = /(?:^|[.@/])(?:example\.(?:com|net|org)|[\w-]+\.(?:example|invalid|test))\/?$/i;

/** One line of limited length that is not a shipped placeholder. */
function words(maxCharacters: number, placeholder: RegExp) {
  return v.pipe(
    Line,
    v.nonEmpty(),
    v.maxLength(maxCharacters),
    v.check((text) => !placeholder.test(text)),
  );
}

export const OPERATOR_FIELDS = {
  BRAND_NAME: {
    question: "Name of the site",
    must: "1 to 40 characters on one line",
    schema: words(40, /^$/),
  },
  OPERATOR_NAME: {
    question: "Legal entity that runs it",
    must: "1 to 120 characters on one line, and not the demo's",
    schema: words(120, /demo operator/i),
  },
  OPERATOR_ADDRESS: {
    question: "Its postal address, on one line",
    must: "1 to 240 characters on one line, and not the demo's",
    schema: words(240, /Exampletown/i),
  },
  CONTACT_EMAIL: {
    question: "E-mail address that people write to",
    must: "an e-mail address of at most 254 characters, without a host name reserved for examples",
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.email(),
      v.maxLength(254),
      v.check((text) => !RESERVED.test(text)),
    ),
  },
  SITE_ORIGIN: {
    question: "Address of the site, https:// and a host",
    must: "an address that begins with https://, like https://signals.your.site, without a path or a host name reserved for examples",
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(),
      v.unwrap(Vars.entries.SITE_ORIGIN),
      v.check((text) => text.startsWith("https:") && !RESERVED.test(text)),
    ),
  },
  SIGN_UP: {
    question: `Who creates accounts: ${SIGN_UPS.join(", ")}`,
    must: `one of ${SIGN_UPS.join(", ")}`,
    schema: v.pipe(v.string(), v.trim(), v.unwrap(Vars.entries.SIGN_UP)),
  },
  API_BASE_URL: {
    question: "Address of your own backend, or embedded",
    must: "embedded, or the address of your own backend: https://, without query, hash and user name",
    schema: v.pipe(
      v.string(),
      v.trim(),
      v.transform((text) => (text === "embedded" ? "" : text)),
      v.unwrap(Vars.entries.API_BASE_URL),
      v.check((text) => text === "" || text.startsWith("https:")),
    ),
  },
} as const satisfies Record<string, OperatorField>;

/** The database's id in the shipped wrangler.toml, which belongs to none. */
export const PLACEHOLDER_ID = /^0{8}-|^$/;

export type OperatorVar = keyof typeof OPERATOR_FIELDS;

export const OPERATOR_VARS = [
  "BRAND_NAME",
  "OPERATOR_NAME",
  "OPERATOR_ADDRESS",
  "CONTACT_EMAIL",
  "SITE_ORIGIN",
  "SIGN_UP",
  "API_BASE_URL",
] as const satisfies readonly OperatorVar[];

/** The value to write into wrangler.toml, or what is wrong with it. */
export function readOperatorVar(
  name: OperatorVar,
  value: string,
): { readonly value: string } | { readonly problem: string } {
  const { must, schema } = OPERATOR_FIELDS[name];
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return { value: parsed.output };
  return { problem: `${name} must be ${must}; it is ${JSON.stringify(value)}.` };
}
