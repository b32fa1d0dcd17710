/**
 * Checks vars and secrets and makes one frozen Config of them; no other code reads them from `env`. The content of the
 * embedded API's secrets is checked at their first use: api/session/token-keys.ts and api/transparency-log/note-keys.ts.
 */
import * as v from "valibot";
import type { SignUp, StaffSignIn } from "#shared/contracts/session.ts";
import { isSitePart, SITE_PARTS, type SitePart } from "#shared/site/site-parts.ts";
import type { ErrorReporting } from "./errors/reporting-log.ts";
import { isOwnMachine } from "./http/own-machine.ts";
import { Vars } from "./vars.ts";

/** What the platform hands to the worker. */
export interface Env {
  readonly ASSETS: Fetcher;
  readonly DB: D1Database;
  readonly DELIVERIES: Queue;
  readonly SIGN_IN_LIMITER: DurableObjectNamespace;
  readonly SIGNAL_ROOM: DurableObjectNamespace;
  readonly API_RATE: RateLimit;
  readonly API_WRITE_RATE: RateLimit;
  readonly [name: string]: unknown;
}

export interface Config {
  readonly environment: "production" | "staging";
  /** Null if the site uses the host of each request: the operator has set no origin, or the site runs locally. */
  readonly origin: string | null;
  readonly brand: {
    readonly name: string;
    readonly operatorName: string;
    readonly operatorAddress: string;
    readonly contactEmail: string;
  };
  /** Null if the embedded API serves; otherwise as in `Upstream`. */
  readonly apiBaseUrl: string | null;
  /** What the operator's own backend lacks; none with the embedded API. */
  readonly absentParts: readonly SitePart[];
  /** As in `Upstream`. */
  readonly apiPaths: readonly string[];
  /** As in `Upstream`. */
  readonly apiCookies: readonly string[];
  /** Empty if none is sent. */
  readonly apiSharedSecret: string;
  readonly jwtSigningKeys: string;
  readonly logSigningKey: string;
  /** As in `LogConfig`. */
  readonly log: {
    readonly origin: string | null;
    readonly witnesses: readonly { readonly url: string; readonly vkey: string }[];
  };
  /** As in `PriceConfig`. */
  readonly prices: {
    readonly sources: readonly { readonly url: string; readonly address: string }[];
    readonly maxQuoteAgeSeconds: number;
    readonly assets: readonly string[];
    readonly belowZero: readonly string[];
  };
  readonly signUp: SignUp;
  readonly staffSignIn: StaffSignIn;
  /** Null if sign-in requires no token of Cloudflare Turnstile. */
  readonly turnstile: { readonly siteKey: string; readonly secret: string } | null;
  /** Both as in `VapidConfig`. */
  readonly vapidKeys: string;
  readonly pushContact: string;
  /** One in this many reports of a visit's speed is stored. */
  readonly vitalsOneIn: number;
  readonly passcodePepper: string;
  readonly buildCheckIntervalMs: number;
  readonly hasServiceWorker: boolean;
  readonly hstsIncludesSubdomains: boolean;
  readonly hstsPreload: boolean;
  /** Null if errors are reported to nobody. */
  readonly errorReporting: ErrorReporting | null;
  readonly logsRequests: boolean;
  readonly isLocal: boolean;
}

const ALL_PARTS = Object.keys(SITE_PARTS).filter(isSitePart);

/** Reads and checks the vars; throws an Error that names the first one that is wrong. */
export function readConfig(env: Env): Config {
  const parsed = v.safeParse(Vars, env);
  if (!parsed.success) {
    const issue = parsed.issues[0];
    throw new Error(`Configuration: ${v.getDotPath(issue) ?? "vars"}: ${issue.message}`);
  }
  const vars = parsed.output;
  if (vars.ERROR_WEBHOOK !== "" && vars.ERROR_WEBHOOK_SECRET === "")
    throw new Error(
      "Configuration: ERROR_WEBHOOK_SECRET: must be set if ERROR_WEBHOOK is set: it signs the messages",
    );
  const { TURNSTILE_SITE_KEY: siteKey, TURNSTILE_SECRET_KEY: secret } = vars;
  // The secret alone changes nothing: it is set before the deployment that brings the site key.
  if (siteKey !== "" && secret === "")
    throw new Error(
      "Configuration: TURNSTILE_SECRET_KEY: must be set if TURNSTILE_SITE_KEY is set: it checks the tokens",
    );
  const parts: readonly SitePart[] = vars.API_PARTS.length > 0 ? vars.API_PARTS : ["auth"];
  const isErrorHeard = vars.ERROR_WEBHOOK !== "" || vars.SENTRY_DSN !== "";
  const isLocal = vars.LOCAL === "1";
  return Object.freeze({
    environment: vars.ENVIRONMENT,
    origin: (!isLocal && vars.SITE_ORIGIN) || null,
    brand: Object.freeze({
      name: vars.BRAND_NAME,
      operatorName: vars.OPERATOR_NAME,
      operatorAddress: vars.OPERATOR_ADDRESS,
      contactEmail: vars.CONTACT_EMAIL,
    }),
    apiBaseUrl: vars.API_BASE_URL || null,
    absentParts: vars.API_BASE_URL === "" ? [] : ALL_PARTS.filter((part) => !parts.includes(part)),
    apiPaths: [...parts.flatMap((part) => SITE_PARTS[part]), ...vars.API_PATHS],
    apiCookies: vars.API_COOKIES,
    apiSharedSecret: vars.API_SHARED_SECRET,
    jwtSigningKeys: vars.JWT_SIGNING_KEYS,
    logSigningKey: vars.LOG_SIGNING_KEY,
    log: Object.freeze({
      origin: vars.SITE_ORIGIN === "" ? null : `${new URL(vars.SITE_ORIGIN).host}/log`,
      // A local site's log has the same name as the deployed one: others would take it for that log, rewritten.
      witnesses: vars.WITNESSES.filter(({ url }) => !isLocal || isOwnMachine(new URL(url).host)),
    }),
    prices: Object.freeze({
      sources: vars.PRICE_SOURCE_URL,
      maxQuoteAgeSeconds: vars.PRICE_MAX_AGE_SECONDS,
      assets: vars.PRICE_ASSETS,
      belowZero: vars.PRICE_BELOW_ZERO,
    }),
    signUp: vars.SIGN_UP,
    staffSignIn: vars.STAFF_SIGN_IN,
    turnstile: siteKey === "" ? null : Object.freeze({ siteKey, secret }),
    vapidKeys: vars.VAPID_KEYS,
    pushContact: vars.CONTACT_EMAIL === "" ? vars.SITE_ORIGIN : `mailto:${vars.CONTACT_EMAIL}`,
    vitalsOneIn: vars.VITALS_SAMPLE,
    passcodePepper: vars.PASSCODE_PEPPER,
    buildCheckIntervalMs: vars.BUILD_CHECK_INTERVAL_SECONDS * 1_000,
    hasServiceWorker: vars.SERVICE_WORKER === "on",
    hstsIncludesSubdomains: vars.HSTS_INCLUDE_SUBDOMAINS === "on",
    hstsPreload: vars.HSTS_PRELOAD === "on",
    errorReporting: isErrorHeard
      ? Object.freeze({
          webhook:
            vars.ERROR_WEBHOOK === "" ? null : { url: vars.ERROR_WEBHOOK, secret: vars.ERROR_WEBHOOK_SECRET },
          sentryDsn: vars.SENTRY_DSN || null,
          sampleRate: vars.ERROR_SAMPLE_RATE,
        })
      : null,
    logsRequests: vars.REQUEST_LOG === "on",
    isLocal,
  });
}
