/** How an operator writes a variable: each kind checks the text, converts it, and states in words what it must be. */
import * as v from "valibot";
import { canonicalAsset, isOverTheCounter } from "#shared/assets/asset.ts";
import { fromBase64 } from "#shared/encoding/base64.ts";
import { MAX_PRICE_SOURCES } from "#shared/contracts/prices.ts";
import { MAX_WITNESSES } from "#shared/limits/log.ts";
import { isSitePart, SITE_PARTS } from "#shared/site/site-parts.ts";
import { SECRET_PREFIXES } from "#worker/http/without-secrets.ts";

export const HttpBaseUrl = v.pipe(
  v.string(),
  v.check(
    (text) => text === "" || isPlainHttpAddress(text),
    "must be an http or https address without query, hash and user name",
  ),
  v.transform((text) => (text === "" ? "" : new URL(text).href.replace(/\/+$/, ""))),
);

/** Paths are appended to it, so it must be an origin with at most a path. */
function isPlainHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:\/\/[^?#@\s]+$/i.test(text) && !url.username && !url.password;
}

export const Origin = v.pipe(
  v.string(),
  v.check(
    (text) => text === "" || (/^https?:\/\/[^/?#@\s]+\/?$/i.test(text) && URL.canParse(text)),
    "must begin with https:// and be a host alone, like https://signals.example",
  ),
  v.transform((text) => (text === "" ? "" : new URL(text).origin)),
);

export const ApiParts = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean),
  ),
  v.check(
    (words) => words.every(isSitePart) && (words.length === 0 || words.includes("auth")),
    `must be auth and the other parts that your backend has, separated by commas: ${Object.keys(SITE_PARTS).join(", ")}`,
  ),
  v.transform((words) => words.filter(isSitePart)),
);

/** Other characters might be read as another path by a later server. */
const PATH_START = /^\/api\/(?:[\w.~-]+\/)*$/;

export const PathStarts = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (paths) => paths.every((path) => PATH_START.test(path) && !/\/\.{1,2}\//.test(path)),
    "must be paths separated by spaces, each beginning with /api/ and ending with a slash",
  ),
);

/** RFC 6265 section 4.1.1. Browsers accept `__Host-` only with `Path=/`, and `language` is the site's own cookie. */
const COOKIE_NAME = /^(?!__Host-|language$)[\w!#$%&'*+.^`|~-]+$/i;

export const CookieNames = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (names) => names.every((name) => COOKIE_NAME.test(name)),
    "must be names of cookies separated by spaces, none of them language or beginning with __Host-",
  ),
);

/** It may have a query, because some receivers expect their token there. */
export const OutsideUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "must be an http or https address"),
);

/** Never quoted in a message: it is a secret. */
export const WebhookSecret = v.pipe(
  v.string(),
  v.check((text) => {
    if (text === "") return true;
    const [before, base64 = ""] = text.split(SECRET_PREFIXES.webhook);
    const bytes = fromBase64(base64)?.byteLength ?? 0;
    return before === "" && bytes >= 24 && bytes <= 64;
  }, `must be ${SECRET_PREFIXES.webhook} and 24 to 64 bytes in base64`),
);

export const TurnstileKey = v.pipe(
  v.string(),
  v.check((text) => /^[\w-]{0,100}$/.test(text), "must be letters, digits, _ and -, 100 at most"),
);

export const SentryDsn = v.pipe(
  v.string(),
  v.check(
    (text) => text === "" || /^https?:\/\/\w+@[^/?#@\s]+(?:\/[\w.-]+)*\/\d+$/.test(text),
    "must be like https://key@host/1",
  ),
);

/** Judged by its length and characters alone, and never quoted in a message: it is a secret. */
export const SharedSecret = v.pipe(
  v.string(),
  v.check((text) => /^(?:[\x21-\x7e]{32,256})?$/.test(text), "must be 32 to 256 characters of visible ASCII"),
);

/**
 * One per line: submission prefix (https://c2sp.org/tlog-witness), a space, public key. Whether a key's id matches the key
 * is checked at its first use.
 */
export const Witnesses = v.pipe(
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
    addIssue({ message: `must be at most ${MAX_WITNESSES} witnesses` });
    return NEVER;
  }),
);

/** Null for a line that is right or empty. */
function problemOfWitness(
  [url = "", vkey, ...rest]: readonly string[],
  before: readonly (string | undefined)[],
): string | null {
  if (url === "") return null;
  if (vkey === undefined || rest.length > 0) return "must be an address, a space and a witness's key";
  if (!isPlainHttpAddress(url))
    return "must begin with an http or https address without query, hash and user name";
  const [, base64 = ""] = /^[^+]+\+[0-9a-f]{8}\+(\S{44})$/.exec(vkey) ?? [];
  // A byte for the kind of signature: 4, a cosignature with a time (https://c2sp.org/tlog-cosignature).
  if (fromBase64(base64)?.[0] !== 4)
    return "must end with a witness's key, as in name+0123abcd+BA…, of the kind cosignature/v1 (first byte 4)";
  return before.includes(vkey) ? "has the same key as an earlier line" : null;
}

export const PriceSources = v.pipe(
  v.string(),
  v.transform((text) => text.split(/\s+/).filter(Boolean)),
  v.check(
    (urls) => urls.every(isPlainHttpAddress),
    "must be http or https addresses without query, hash and user name",
  ),
  v.transform((urls) =>
    urls.map((text) => {
      const url = new URL(text).href.replace(/\/+$/, "");
      return { url, address: url.replace(/^https?:\/\//, "") };
    }),
  ),
  v.check(
    (sources) =>
      sources.length <= MAX_PRICE_SOURCES &&
      new Set(sources.map(({ address }) => address)).size === sources.length,
    `must be at most ${MAX_PRICE_SOURCES} different addresses`,
  ),
);

export const PriceAssets = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .split(",")
      .map((asset) => asset.trim())
      .filter(Boolean),
  ),
  v.check(
    (assets) => assets.every((asset) => canonicalAsset(asset) !== null && !isOverTheCounter(asset)),
    "must be assets like EUR/USD separated by commas, none of them over the counter",
  ),
  v.transform((assets) => assets.flatMap((asset) => canonicalAsset(asset) ?? [])),
);

/** As text, or as TOML writes a number; NaN for anything else. */
const VarNumber = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => (String(value).trim() === "" ? NaN : Number(value))),
);

export function wholeNumber(min: number, max: number) {
  return v.pipe(
    VarNumber,
    v.check(
      (number) => Number.isInteger(number) && number >= min && number <= max,
      `must be a whole number from ${min} to ${max}`,
    ),
  );
}

export const Share = v.pipe(
  VarNumber,
  v.check((number) => number >= 0 && number <= 1, "must be a number from 0 to 1"),
);
