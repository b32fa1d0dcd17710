/**
 * Converts sign-in and refresh answers of the upstream to `{access, refresh}`. Backends name the token `access` or
 * `accessToken`; after this, the client has to know only one form.
 */
import * as v from "valibot";
import { RefreshRequest, type TokenPair } from "#shared/contracts/session.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import { MAX_TOKEN_ANSWER_BYTES } from "#shared/limits/calls.ts";

const TOKEN_PATHS: ReadonlySet<string> = new Set(["/api/auth/login/", "/api/auth/refresh/"]);

const Token = v.pipe(v.string(), v.nonEmpty());

/** Accepts either spelling of each token; null counts as an absent field. */
export const UpstreamTokens = v.pipe(
  v.object({
    access: v.optional(v.unknown()),
    accessToken: v.optional(v.unknown()),
    refresh: v.optional(v.unknown()),
    refreshToken: v.optional(v.unknown()),
  }),
  v.transform(({ access, accessToken, refresh, refreshToken }) => ({
    access: access ?? accessToken,
    refresh: refresh ?? refreshToken,
  })),
  v.object({ access: Token, refresh: v.nullish(Token) }),
);

/** Whether a successful answer to this call must contain tokens. `path` has its trailing slash. */
export function isTokenCall(method: string, path: string): boolean {
  return method === "POST" && TOKEN_PATHS.has(path);
}

/**
 * The tokens in `body`, or null if it is not a token answer in any known form: not JSON, another shape, over 64 KiB, or
 * without a refresh token anywhere. `sent` is the JSON of the request: if the upstream did not rotate, the refresh token
 * sent is still valid and is returned. Rejects if the stream breaks or `signal` aborts.
 */
export async function readTokens(
  body: ReadableStream<Uint8Array> | null,
  sent: unknown,
  signal: AbortSignal,
): Promise<TokenPair | null> {
  const bytes = await readBounded(body, MAX_TOKEN_ANSWER_BYTES, signal);
  const tokens = v.safeParse(UpstreamTokens, bytes && parsedJson(bytes));
  if (!tokens.success) return null;
  const refresh = tokens.output.refresh ?? sentRefresh(sent);
  return refresh === null ? null : { access: tokens.output.access, refresh };
}

function sentRefresh(sent: unknown): string | null {
  const request = v.safeParse(RefreshRequest, sent);
  return request.success ? request.output.refresh : null;
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    return null;
  }
}
