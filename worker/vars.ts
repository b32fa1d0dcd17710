/** Every variable and secret of the worker; worker/README.md describes them to operators. */
import * as v from "valibot";
import { MAX_QUOTE_AGE_SECONDS } from "#shared/contracts/prices.ts";
import { SIGN_UPS, STAFF_SIGN_INS } from "#shared/contracts/session.ts";
import { MAX_VITALS_SAMPLE } from "#shared/contracts/vitals.ts";
import {
  HttpBaseUrl,
  Origin,
  ApiParts,
  PathStarts,
  CookieNames,
  OutsideUrl,
  WebhookSecret,
  TurnstileKey,
  SentryDsn,
  SharedSecret,
  Witnesses,
  PriceSources,
  PriceAssets,
  Share,
  wholeNumber,
} from "./var-kinds.ts";

const ByName = v.object({
  /** Origin of the site; empty to use the host of each request. */
  SITE_ORIGIN: v.optional(Origin, ""),
  /** What the site is for: `staging` is hidden from search engines, and shows that it is staging. */
  ENVIRONMENT: v.optional(v.picklist(["production", "staging"]), "production"),
  /** The product's name wherever it is shown. */
  BRAND_NAME: v.optional(v.pipe(v.string(), v.nonEmpty()), "Tidemark"),
  /** Legal entity that runs the site. */
  OPERATOR_NAME: v.optional(v.string(), ""),
  OPERATOR_ADDRESS: v.optional(v.string(), ""),
  CONTACT_EMAIL: v.optional(v.string(), ""),
  /** Origin (and optional path) of the operator's own backend; empty for the embedded API. */
  API_BASE_URL: v.optional(HttpBaseUrl, ""),
  /** What the operator's own backend has; empty for sign-in alone. The embedded API has every part. */
  API_PARTS: v.optional(ApiParts, ""),
  /** Further paths of the operator's own backend that browsers reach, by their beginning, besides those of its parts. */
  API_PATHS: v.optional(PathStarts, ""),
  /** Cookies that may pass between browsers and the operator's own backend; empty for none. */
  API_COOKIES: v.optional(CookieNames, ""),
  /** Sent to the operator's own backend with every call, so that it can tell the gateway from others. */
  API_SHARED_SECRET: v.optional(SharedSecret, ""),
  /**
   * Comma-separated `id:key` pairs, key in base64url, at least 32 bytes; the first signs, all verify. Empty: the embedded
   * API serves no sign-in and says so.
   */
  JWT_SIGNING_KEYS: v.optional(v.string(), ""),
  /** Comma-separated seeds of Ed25519 keys, 32 bytes each in base64url; all sign. Empty: the log has no checkpoint and says so. */
  LOG_SIGNING_KEY: v.optional(v.string(), ""),
  /** Witnesses that cosign checkpoints of the log. */
  WITNESSES: v.optional(Witnesses, ""),
  /** One source of prices, or two separated by a space that must agree; empty if every signal is settled by hand. */
  PRICE_SOURCE_URL: v.optional(PriceSources, ""),
  /** Assets that the sources have, separated by commas; empty for every asset except those over the counter. */
  PRICE_ASSETS: v.optional(PriceAssets, ""),
  /** Assets whose price can be 0 or less, separated by commas: for any other asset, such a quote is malformed. */
  PRICE_BELOW_ZERO: v.optional(PriceAssets, ""),
  /** How old a quote may be at the moment it is used for. */
  PRICE_MAX_AGE_SECONDS: v.optional(
    wholeNumber(MAX_QUOTE_AGE_SECONDS.min, MAX_QUOTE_AGE_SECONDS.max),
    MAX_QUOTE_AGE_SECONDS.default,
  ),
  /** How a visitor becomes a member of the embedded API: see `SignUp`. */
  SIGN_UP: v.optional(v.picklist(SIGN_UPS), "closed"),
  /** How staff sign in to the embedded API: see `StaffSignIn`. */
  STAFF_SIGN_IN: v.optional(v.picklist(STAFF_SIGN_INS), "passcode"),
  /** Keys of a Cloudflare Turnstile widget; empty if sign-in requires no token. */
  TURNSTILE_SITE_KEY: v.optional(TurnstileKey, ""),
  TURNSTILE_SECRET_KEY: v.optional(TurnstileKey, ""),
  /** One in this many reports of a visit's speed is stored. */
  VITALS_SAMPLE: v.optional(wholeNumber(1, MAX_VITALS_SAMPLE), 1),
  /** Base64url, at least 32 bytes; mixed into every stored passcode. */
  PASSCODE_PEPPER: v.optional(v.string(), ""),
  /** Seconds between two checks for a newer build, for tabs that stay open. */
  BUILD_CHECK_INTERVAL_SECONDS: v.optional(wholeNumber(10, 86_400), 3_600),
  /** `off` removes the service worker from every browser that has it, at its next visit. */
  SERVICE_WORKER: v.optional(v.picklist(["on", "off"]), "on"),
  /** `on` also binds every host below the site's own to HTTPS, for two years in each browser. */
  HSTS_INCLUDE_SUBDOMAINS: v.optional(v.picklist(["on", "off"]), "off"),
  /** `on` also allows browsers to ship the site's host, and those below it, as HTTPS only: https://hstspreload.org. */
  HSTS_PRELOAD: v.optional(v.picklist(["on", "off"]), "off"),
  /** Receives errors as Standard Webhooks, signed with `ERROR_WEBHOOK_SECRET`; empty for none. */
  ERROR_WEBHOOK: v.optional(v.union([v.literal(""), OutsideUrl]), ""),
  /** `whsec_` and 24 to 64 bytes in base64. */
  ERROR_WEBHOOK_SECRET: v.optional(WebhookSecret, ""),
  /** DSN of the project at Sentry, or at a service that accepts its envelopes, that receives errors; empty for none. */
  SENTRY_DSN: v.optional(SentryDsn, ""),
  /** Share of the errors that are reported. */
  ERROR_SAMPLE_RATE: v.optional(Share, 1),
  /** `off` leaves out the one line per request; failures are logged all the same. */
  REQUEST_LOG: v.optional(v.picklist(["on", "off"]), "on"),
  /**
   * Public and private key of one pair on P-256 in base64url, with a colon between. Empty: the embedded API sends no push, and
   * says so to browsers.
   */
  VAPID_KEYS: v.optional(v.string(), ""),
  /**
   * Set by `npm start` only: answers are not compressed, so that streaming is visible through the local proxy, and plain
   * HTTP is served.
   */
  LOCAL: v.optional(v.picklist(["", "1"]), ""),
});

/** Vars and secrets of the worker, by name; an unset one has its default. */
export const Vars = v.pipe(
  ByName,
  v.forward(
    v.partialCheck(
      [["API_BASE_URL"], ["API_PARTS"]],
      ({ API_BASE_URL: url, API_PARTS: parts }) => url !== "" || parts.length === 0,
      "must be empty without API_BASE_URL: the embedded API has every part",
    ),
    ["API_PARTS"],
  ),
  v.forward(
    v.partialCheck(
      [["SITE_ORIGIN"], ["LOCAL"]],
      ({ SITE_ORIGIN: origin, LOCAL: local }) => local === "1" || !origin.startsWith("http:"),
      "must begin with https://, like https://signals.example; http:// is for a site on your own machine",
    ),
    ["SITE_ORIGIN"],
  ),
  v.forward(
    v.partialCheck(
      [["SITE_ORIGIN"], ["WITNESSES"]],
      ({ SITE_ORIGIN: origin, WITNESSES: witnesses }) => origin !== "" || witnesses.length === 0,
      "must be set if WITNESSES is set: it names the log",
    ),
    ["SITE_ORIGIN"],
  ),
  v.forward(
    v.partialCheck(
      [["HSTS_INCLUDE_SUBDOMAINS"], ["HSTS_PRELOAD"]],
      ({ HSTS_INCLUDE_SUBDOMAINS: includes, HSTS_PRELOAD: preload }) =>
        preload === "off" || includes === "on",
      "needs HSTS_INCLUDE_SUBDOMAINS = on: a preloaded host includes its subdomains",
    ),
    ["HSTS_PRELOAD"],
  ),
);
