/** Token answers in every dialect the gateway understands, and what a token says about itself. */
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import type { Answer } from "./contract-api.ts";
import type { Vantage } from "./check.ts";

const Token = v.pipe(v.string(), v.nonEmpty());

const BackendTokens = v.union([
  v.object({ access: Token, refresh: v.optional(Token) }),
  v.pipe(
    v.object({ accessToken: Token, refreshToken: v.optional(Token) }),
    v.transform(({ accessToken, refreshToken }) => ({ access: accessToken, refresh: refreshToken })),
  ),
]);

export interface Tokens {
  readonly access: string;
  /** Undefined where a backend gave none. */
  readonly refresh?: string | undefined;
}

/** The tokens of a 200; null for any other answer, and at the site for one that lacks either of the two. */
export function tokensOf({ status, json }: Answer, vantage: Vantage): Tokens | null {
  const parsed = v.safeParse(vantage === "site" ? TokenPair : BackendTokens, json);
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
