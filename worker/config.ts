/**
 * Vars and secrets become one checked, frozen Config here, and nothing else reads them from `env`. What the embedded API's
 * secrets hold is checked at their first use: api/session/signing-keys.ts and api/log/signing-keys.ts.
 */
import * as v from "valibot";
import { canonicalAsset, isOverTheCounter } from "#shared/asset.ts";
import { fromBase64 } from "#shared/base64.ts";
import { MAX_PRICE_SOURCES, MAX_QUOTE_AGE_SECONDS } from "#shared/contracts/prices.ts";
import { MAX_WITNESSES } from "#shared/limits.ts";
import { API_PATHS } from "#shared/routes.ts";

const HttpBaseUrl = v.pipe(
  v.string(),
  v.check(isPlainHttpAddress, "must be an http or https address without query, hash and user name"),
  v.transform((url) => new URL(url).href.replace(/\/+$/, "")),
);

/** Paths are put behind it, which only holds for an origin with at most a path. */
function isPlainHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:\/\/[^?#@\s]+$/i.test(text) && !url.username && !url.password;
}

/** To others the log of a local site, which has the name of the deployed one, would be that log rewritten. */
function isOnThisMachine(url: string): boolean {
  return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname);
}

const Origin = v.pipe(
  v.string(),
  v.check(
    (text) => /^https:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text),
    "must be like https://signals.example",
  ),
  v.transform((text) => new URL(text).origin),
);

/** Anything else might be read as another path further on. */
const PATH_START = /^\/api\/(?:[\w.~-]+\/)*$/;

const PathStarts = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (paths) => paths.every((path) => PATH_START.test(path) && !/\/\.{1,2}\//.test(path)),
    "must be paths with spaces between them, each beginning with /api/ and ending with a slash",
  ),
);

/** Told from its length and characters alone, and never quoted: it is a secret. */
const SharedSecret = v.pipe(
  v.string(),
  v.check((text) => /^(?:[\x21-\x7e]{32,256})?$/.test(text), "must be 32 to 256 characters of visible ASCII"),
);

/** One a line: submission prefix (https://c2sp.org/tlog-witness), a space, public key. That a key's id is its own is checked at its first use. */
const Witnesses = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const lines = dataset.value.split("\n").map((line) => line.trim().split(/\s+/));
    const keys = lines.map(([, vkey]) => vkey);
    const wrong = lines
      .map((parts, at) => ({ at, problem: problemOfWitness(parts, keys.slice(0, at)) }))
      .find(({ problem }) => problem !== null);
    if (wrong) {
      addIssue({ message: `line ${wrong.at + 1}: ${wrong.problem}` });
      return NEVER;
    }
    const witnesses = lines.flatMap(([url = "", vkey]) =>
      vkey === undefined ? [] : [{ url: new URL(url).href.replace(/\/+$/, ""), vkey }],
    );
    if (witnesses.length <= MAX_WITNESSES) return witnesses;
    addIssue({ message: `must be ${MAX_WITNESSES} witnesses at most` });
    return NEVER;
  }),
);

/** Null for a line that is right, or empty. */
function problemOfWitness(
  [url = "", vkey, ...rest]: readonly string[],
  before: readonly (string | undefined)[],
): string | null {
  if (url === "") return null;
  if (vkey === undefined || rest.length > 0) return "must be an address, a space and a witness's key";
  if (!isPlainHttpAddress(url))
    return "must begin with an http or https address without query, hash and user name";
  const [, base64 = ""] = /^[^+]+\+[0-9a-f]{8}\+(\S{44})$/.exec(vkey) ?? [];
  // A byte for how it signs: 4, with a time (https://c2sp.org/tlog-cosignature).
  if (fromBase64(base64)?.[0] !== 4)
    return "must end with a witness's key, as in name+0123abcd+BA…, of the kind cosignature/v1 (first byte 4)";
  return before.includes(vkey) ? "has the key of a line before" : null;
}

const PriceSources = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (urls) => urls.every(isPlainHttpAddress),
    "must be http or https addresses without query, hash and user name",
  ),
  v.transform((urls) => urls.map((url) => new URL(url).href.replace(/\/+$/, ""))),
  v.check(
    (urls) => urls.length <= MAX_PRICE_SOURCES && new Set(urls.map(withoutScheme)).size === urls.length,
    `must be ${MAX_PRICE_SOURCES} different addresses at most`,
  ),
);

function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "");
}

const PriceAssets = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(",")
      .map((asset) => asset.trim())
      .filter(Boolean),
  ),
  v.check(
    (assets) => assets.every((asset) => canonicalAsset(asset) !== null && !isOverTheCounter(asset)),
    "must be assets as EUR/USD with commas between, none of them over the counter",
  ),
  v.transform((assets) => assets.flatMap((asset) => canonicalAsset(asset) ?? [])),
);

const Vars = v.object({
  /** Where the site is to be found; empty for wherever it was asked. */
  ORIGIN: v.optional(v.union([v.literal(""), Origin]), ""),
  /** The product's name wherever it is shown. */
  BRAND_NAME: v.optional(v.pipe(v.string(), v.nonEmpty()), "Tidemark"),
  /** Legal entity that runs the site. */
  OPERATOR_NAME: v.optional(v.string(), ""),
  OPERATOR_ADDRESS: v.optional(v.string(), ""),
  CONTACT_EMAIL: v.optional(v.string(), ""),
  /** Origin (and optional path) of the operator's own backend; empty for the embedded API. */
  API_BASE_URL: v.optional(v.union([v.literal(""), HttpBaseUrl]), ""),
  /** What of the operator's own backend is public: beginnings of paths; empty for what the contract names. */
  API_PATHS: v.optional(PathStarts, ""),
  /** Sent to the operator's own backend with every call, so that it can tell the gateway from others. */
  API_SHARED_SECRET: v.optional(SharedSecret, ""),
  /**
   * Comma-separated `id:key` pairs, key in base64url, at least 32 bytes; the first signs, all verify. Empty: the embedded
   * API serves no sign-in and says so.
   */
  JWT_SIGNING_KEYS: v.optional(v.string(), ""),
  /** Comma-separated seeds of Ed25519 keys, 32 bytes each in base64url; all sign. Empty: the log has no checkpoint and says so. */
  LOG_SIGNING_KEY: v.optional(v.string(), ""),
  /** Those who cosign checkpoints of the log. */
  WITNESSES: v.optional(Witnesses, ""),
  /** Address of an authority (RFC 3161) that time-stamps checkpoints of the log; empty for none. */
  TIMESTAMP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => text === "" || isPlainHttpAddress(text),
        "must be an http or https address without query, hash and user name",
      ),
    ),
    "",
  ),
  /** One source of prices, or two with a space between that must agree; empty where every signal is settled by hand. */
  PRICE_SOURCE_URL: v.optional(PriceSources, ""),
  /** Assets that the sources have, with commas between; empty for every asset but those over the counter. */
  PRICE_ASSETS: v.optional(PriceAssets, ""),
  /** How old a quote may be at the moment that it stands for. */
  PRICE_MAX_AGE_SECONDS: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(MAX_QUOTE_AGE_SECONDS.min),
      v.maxValue(MAX_QUOTE_AGE_SECONDS.max),
    ),
    MAX_QUOTE_AGE_SECONDS.default,
  ),
  /** Base64url, at least 32 bytes; mixed into every stored passcode. */
  PASSCODE_PEPPER: v.optional(v.string(), ""),
  /** Seconds between two looks for a newer build; for tabs that stay open. */
  BUILD_CHECK_INTERVAL_SECONDS: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(10),
      v.maxValue(86_400),
    ),
    3_600,
  ),
  /** `off` removes the service worker from every browser that has it, at its next visit. */
  SERVICE_WORKER: v.optional(v.picklist(["on", "off"]), "on"),
  /** `on` also binds every host below the site's own to HTTPS, for two years in each browser. */
  HSTS_INCLUDE_SUBDOMAINS: v.optional(v.picklist(["on", "off"]), "off"),
  /** `off` leaves out the one line per request; failures are logged all the same. */
  REQUEST_LOG: v.optional(v.picklist(["on", "off"]), "on"),
  /**
   * Set by `npm start` only: answers go out uncompressed, so that streaming can be seen through the local proxy, and plain HTTP
   * is served.
   */
  LOCAL: v.optional(v.picklist(["", "1"]), ""),
});

/** What the platform hands to the worker. */
export interface Env {
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  readonly SIGN_IN_LIMITER: DurableObjectNamespace;
  readonly SIGNAL_ROOM: DurableObjectNamespace;
  readonly API_RATE: RateLimit;
  readonly API_WRITE_RATE: RateLimit;
  readonly [name: string]: unknown;
}

export interface Config {
  /** Null where the site goes by the host that a request names: nobody has set another, or it runs on one's own machine. */
  readonly origin: string | null;
  readonly brand: {
    readonly name: string;
    readonly operatorName: string;
    readonly operatorAddress: string;
    readonly contactEmail: string;
  };
  /** Null where the embedded API serves; else as in `Upstream`. */
  readonly apiBaseUrl: string | null;
  /** As in `Upstream`. */
  readonly apiPaths: readonly string[];
  /** Empty where none is sent. */
  readonly apiSharedSecret: string;
  readonly jwtSigningKeys: string;
  readonly logSigningKey: string;
  /** As in `LogConfig`. */
  readonly log: {
    readonly origin: string | null;
    readonly witnesses: readonly { readonly url: string; readonly vkey: string }[];
    readonly timestampUrl: string | null;
  };
  /** As in `PriceConfig`. */
  readonly prices: {
    readonly sources: readonly { readonly url: string; readonly address: string }[];
    readonly maxQuoteAgeSeconds: number;
    readonly assets: readonly string[];
  };
  readonly passcodePepper: string;
  readonly buildCheckIntervalMs: number;
  readonly hasServiceWorker: boolean;
  readonly hstsIncludesSubdomains: boolean;
  readonly logsRequests: boolean;
  readonly isLocal: boolean;
}

/** Reads and checks the vars; throws an Error that names the first one that is wrong. */
export function readConfig(env: Env): Config {
  const parsed = v.safeParse(Vars, env);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new Error(`Configuration: ${v.getDotPath(issue) ?? "vars"}: ${issue.message}`);
  }
  const vars = parsed.output;
  if (vars.ORIGIN === "" && (vars.WITNESSES.length > 0 || vars.TIMESTAMP_URL !== ""))
    throw new Error(
      "Configuration: ORIGIN: must be set where WITNESSES or TIMESTAMP_URL is: it names the log",
    );
  const isLocal = vars.LOCAL === "1";
  const isShown = (url: string) => !isLocal || isOnThisMachine(url);
  return Object.freeze({
    origin: (!isLocal && vars.ORIGIN) || null,
    brand: Object.freeze({
      name: vars.BRAND_NAME,
      operatorName: vars.OPERATOR_NAME,
      operatorAddress: vars.OPERATOR_ADDRESS,
      contactEmail: vars.CONTACT_EMAIL,
    }),
    apiBaseUrl: vars.API_BASE_URL || null,
    apiPaths: vars.API_PATHS.length > 0 ? vars.API_PATHS : API_PATHS,
    apiSharedSecret: vars.API_SHARED_SECRET,
    jwtSigningKeys: vars.JWT_SIGNING_KEYS,
    logSigningKey: vars.LOG_SIGNING_KEY,
    log: Object.freeze({
      origin: vars.ORIGIN === "" ? null : `${new URL(vars.ORIGIN).host}/log`,
      witnesses: vars.WITNESSES.filter(({ url }) => isShown(url)),
      timestampUrl: vars.TIMESTAMP_URL !== "" && isShown(vars.TIMESTAMP_URL) ? vars.TIMESTAMP_URL : null,
    }),
    prices: Object.freeze({
      sources: vars.PRICE_SOURCE_URL.map((url) => ({ url, address: withoutScheme(url) })),
      maxQuoteAgeSeconds: vars.PRICE_MAX_AGE_SECONDS,
      assets: vars.PRICE_ASSETS,
    }),
    passcodePepper: vars.PASSCODE_PEPPER,
    buildCheckIntervalMs: vars.BUILD_CHECK_INTERVAL_SECONDS * 1_000,
    hasServiceWorker: vars.SERVICE_WORKER === "on",
    hstsIncludesSubdomains: vars.HSTS_INCLUDE_SUBDOMAINS === "on",
    logsRequests: vars.REQUEST_LOG === "on",
    isLocal,
  });
}
