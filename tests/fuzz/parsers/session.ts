/** Tokens, secrets and answers: what decides who is signed in, on both sides. */
import * as fc from "fast-check";
import * as v from "valibot";
import { jsonInScript, type Boot } from "#client/app/boot-data.ts";
import { toPageError } from "#client/ui/error-page-content.ts";
import { HttpError, NetworkError } from "#client/data/http-error.ts";
import { readAnswer } from "#client/data/http.ts";
import { createExpiryWatch, isSameMember } from "#client/features/session/access-token.ts";
import { createTokenStore } from "#client/features/session/token-store.ts";
import { TokenPair, User } from "#shared/contracts/session.ts";
import { readTokens } from "#worker/gateway/proxy/token-dialect.ts";
import { readSigningKeys, SignInNotConfiguredError } from "#worker/api/session/token-keys.ts";
import { verifyToken } from "#worker/api/session/tokens.ts";
import { headerText, hostileJson, hostileText, MARKUP_MARK, objectWith } from "../hostile-text.ts";
import { claim, property, type Property } from "../property.ts";

const NOW_MS = Date.UTC(2026, 0, 1);
const KEYS = readSigningKeys(`k:${Buffer.from("k".repeat(48)).toString("base64url")}`);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url");
const header = objectWith(
  ["alg", "typ", "kid"],
  fc.oneof(fc.constantFrom("HS256", "none", "RS256", "JWT", "k"), hostileJson),
);
const claims = objectWith(
  ["exp", "iat", "user_id", "sub", "sid", "token_type", "jti"],
  fc.oneof(fc.double(), fc.integer(), hostileJson),
);
const token = fc.oneof(
  hostileText,
  fc
    .tuple(header, claims, hostileText)
    .map(([head, body, signature]) => `${base64(head)}.${base64(body)}.${base64(signature)}`),
  fc.tuple(hostileText, claims).map(([head, body]) => `${head}.${base64(body)}.`),
);
const dialect = fc.oneof(
  objectWith(
    ["access", "refresh", "accessToken", "refreshToken"],
    fc.oneof(fc.constant("token"), hostileJson),
  ),
  hostileJson,
);

export const SESSION_PROPERTIES: readonly Property[] = [
  property("no token but ours is good, and none throws", token, async (text) => {
    const verification = await verifyToken(text, "access", { keys: KEYS, nowMs: NOW_MS });
    claim(!verification.ok && verification.fault.startsWith("Token "), "good");
  }),
  property("the browser reads any token without fault", fc.tuple(token, token), ([one, two]) => {
    claim(typeof isSameMember(one, two) === "boolean" && isSameMember(one, null), "no answer");
    const watch = createExpiryWatch(() => NOW_MS);
    watch.issued(one);
    claim(typeof watch.isDue(one) === "boolean", "no answer");
  }),
  property(
    "stored tokens are both there or not at all",
    fc.tuple(fc.option(hostileText), fc.option(hostileText)),
    ([access, refresh]) => {
      const stored = new Map(Object.entries({ accessToken: access, refreshToken: refresh }));
      const storage = {
        getItem: (key: string) => stored.get(key) ?? null,
        setItem: (key: string, value: string) => void stored.set(key, value),
        removeItem: (key: string) => void stored.delete(key),
      };
      createTokenStore({ storage: () => storage, log: () => undefined });
    },
  ),
  property(
    "a token answer in any dialect is a pair or nothing",
    fc.tuple(dialect, dialect),
    async ([answer, sent]) => {
      const stream = new Response(JSON.stringify(answer) ?? "").body;
      const tokens = await readTokens(stream, sent, AbortSignal.timeout(5_000));
      if (tokens !== null) v.parse(TokenPair, tokens);
    },
  ),
  property(
    "signing keys are good or named as what is to be set",
    fc.oneof(
      hostileText,
      fc.tuple(hostileText, hostileText).map((pair) => pair.join(":")),
    ),
    (text) => {
      try {
        claim(readSigningKeys(text)[0].secret.byteLength >= 32, "short");
      } catch (error) {
        claim(
          error instanceof SignInNotConfiguredError && error.message.includes("JWT_SIGNING_KEYS"),
          String(error),
        );
      }
    },
  ),
  property(
    "any answer is a user, an HttpError or, where it is no JSON, none",
    fc.tuple(
      fc.constantFrom(200, 204, 400, 401, 429, 500, 503),
      fc.oneof(
        hostileText,
        objectWith(Object.keys(User.entries)).map((user) => JSON.stringify(user)),
      ),
      headerText,
    ),
    async ([status, text, retryAfter]) => {
      const response = new Response(status === 204 ? null : text, {
        status,
        headers: { "Retry-After": retryAfter },
      });
      try {
        v.parse(User, await readAnswer(response, User, NOW_MS));
      } catch (error) {
        const isNone = error instanceof NetworkError && status < 300;
        claim(isNone || (error instanceof HttpError && error.status === status), String(error));
      }
    },
  ),
  property("boot JSON can neither end its element nor change on the way", hostileJson, (value) => {
    const boot = { config: value, loaderData: { home: value }, errors: null } as unknown as Boot;
    const text = jsonInScript(boot);
    claim(!text.includes("<") && !text.includes(MARKUP_MARK), "markup");
    claim(JSON.stringify(JSON.parse(text)) === JSON.stringify(boot), "changed");
  }),
  property("whatever is thrown becomes a page error with a status", fc.anything(), (thrown) => {
    claim(Number.isInteger(toPageError(thrown).status), "no status");
  }),
];
