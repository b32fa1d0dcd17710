/** Token answers in every dialect the gateway understands, and what a token says about itself. */
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { UpstreamTokens } from "#worker/gateway/proxy/token-dialect.ts";
import type { Answer } from "./contract-api.ts";
import type { Vantage } from "./check.ts";

export interface Tokens {
  readonly access: string;
  /** Absent or null where a backend gave none. */
  readonly refresh?: string | null | undefined;
}

/** The tokens of a 200; null for any other answer, and at the site for one that lacks either of the two. */
export function tokensOf({ status, json }: Answer, vantage: Vantage): Tokens | null {
  const parsed = v.safeParse(vantage === "site" ? TokenPair : UpstreamTokens, json);
  return status === 200 && parsed.success ? parsed.output : null;
}

/** Seconds between a JWT's `iat` and its `exp`; null where the token does not say. */
export function lifeSecondsOf(token: string): number | null {
  const claims = v.safeParse(v.object({ iat: v.number(), exp: v.number() }), payloadOf(token));
  return claims.success ? claims.output.exp - claims.output.iat : null;
}

function payloadOf(token: string): unknown {
  try {
    return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return null; // Not a JWT, which no backend has to issue.
  }
}
