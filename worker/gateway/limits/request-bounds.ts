/** Refuses what no browser sends before anything reads it: invalid hosts, and what exceeds a bound. */
import type { MiddlewareHandler } from "hono";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { ReadLanguageAssets } from "#worker/gateway/language-assets.ts";
import { refuseHost, siteAddress } from "#worker/gateway/site-address.ts";
import { refuse, type Refusal } from "./refuse.ts";
import { HEADER_BOUNDS, REQUEST_BOUNDS } from "#shared/limits/requests.ts";

/** To be put before everything that reads an address or a header. */
export function boundRequests(readLanguageAssets: ReadLanguageAssets): MiddlewareHandler<GatewayEnv> {
  return async function boundRequests(c, next) {
    if (siteAddress(c.req.raw.url) === null) return refuseHost();
    const refusal = refusalOf(c.req.raw);
    return refusal ? refuse(c, refusal, readLanguageAssets) : next();
  };
}

/** What to answer to a request beyond a bound, or null. */
function refusalOf({ url, headers }: Request): Refusal | null {
  const addressCharacters = url.length - originLength(url);
  if (addressCharacters > REQUEST_BOUNDS.maxAddressCharacters) return ADDRESS_TOO_LONG;
  const queryStart = url.indexOf("?");
  if (queryStart >= 0) {
    if (url.length - queryStart - 1 > REQUEST_BOUNDS.maxQueryCharacters) return ADDRESS_TOO_LONG;
    if (countParameters(url, queryStart) > REQUEST_BOUNDS.maxQueryParameters) return TOO_MANY_PARAMETERS;
  }
  return areTooLarge(headers) ? HEADERS_TOO_LARGE : null;
}

const ADDRESS_TOO_LONG: Refusal = {
  status: 414,
  reason: "addressTooLong",
  problem: {
    code: "address_too_long",
    detail:
      `An address has at most ${REQUEST_BOUNDS.maxAddressCharacters} characters, ` +
      `${REQUEST_BOUNDS.maxQueryCharacters} of them in its query.`,
  },
};

const TOO_MANY_PARAMETERS: Refusal = {
  status: 400,
  reason: "tooManyParameters",
  problem: {
    code: "too_many_parameters",
    detail: `A query has at most ${REQUEST_BOUNDS.maxQueryParameters} parameters.`,
  },
};

/** RFC 6585 section 5. */
const HEADERS_TOO_LARGE: Refusal = {
  status: 431,
  reason: "headersTooLarge",
  problem: {
    code: "headers_too_large",
    detail:
      `A request has at most ${HEADER_BOUNDS.maxFields} header fields ` +
      `of ${HEADER_BOUNDS.maxCharacters} characters together.`,
  },
};

/** `Request.url` is absolute: the path starts at the third slash. */
function originLength(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

function countParameters(url: string, queryStart: number): number {
  let count = 1;
  for (let at = url.indexOf("&", queryStart); at >= 0; at = url.indexOf("&", at + 1)) count += 1;
  return count;
}

/** Whether `headers`, of a request or of the upstream's answer, are beyond `HEADER_BOUNDS`. */
export function areTooLarge(headers: Headers): boolean {
  let fields = 0;
  let characters = 0;
  // Runs for every request: the platform's iterator takes about twice as long.
  headers.forEach((value, name) => {
    fields += 1;
    characters += name.length + value.length;
  });
  return fields > HEADER_BOUNDS.maxFields || characters > HEADER_BOUNDS.maxCharacters;
}
