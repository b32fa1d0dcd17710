import { env } from "cloudflare:workers";
import { base64url, decodeJwt, importJWK, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { createVapidKeys } from "#worker/api/push/index.ts";
import type { LogEntry } from "#worker/http/logger.ts";

const [PUBLIC = "", PRIVATE = ""] = env.VAPID_KEYS.split(":");
const ORIGIN = "https://push.example.com";

function read(vapidKeys: string, pushContact = "") {
  const logged: LogEntry[] = [];
  const keys = createVapidKeys({ vapidKeys, pushContact }, (line) => logged.push(line));
  return { keys, logged };
}

describe("VAPID_KEYS", () => {
  it("sign for one push service, with the operator's contact, for at most an hour", async () => {
    const vapid = await read(env.VAPID_KEYS, "mailto:team@signals.example").keys();
    const authorization = await vapid?.authorizationFor(ORIGIN);
    const [, token = "", key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization ?? "") ?? [];
    expect([key, vapid?.publicKey]).toEqual([PUBLIC, PUBLIC]);
    const point = base64url.decode(PUBLIC);
    const part = (from: number) => base64url.encode(point.subarray(from, from + 32));
    const jwk = { kty: "EC", crv: "P-256", x: part(1), y: part(33) };
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(jwk, "ES256"));
    expect(protectedHeader).toEqual({ typ: "JWT", alg: "ES256" });
    expect(payload).toEqual({ aud: ORIGIN, sub: "mailto:team@signals.example", exp: expect.any(Number) });
    expect(payload.exp).toBeGreaterThan(Date.now() / 1000);
    expect(payload.exp).toBeLessThanOrEqual(Date.now() / 1000 + 3601);
  });

  it("sign without a contact if there is none", async () => {
    const vapid = await read(env.VAPID_KEYS).keys();
    const [, token = ""] = /t=(\S+),/.exec((await vapid?.authorizationFor(ORIGIN)) ?? "") ?? [];
    expect(decodeJwt(token)).toEqual({ aud: ORIGIN, exp: expect.any(Number) });
  });

  it("are not used if they are not set, without an error", async () => {
    const { keys, logged } = read("");
    expect(await keys()).toBe(null);
    expect(logged).toEqual([]);
  });

  it.each([
    ["of no pair", `${PUBLIC}:${PRIVATE.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`],
    ["without a private key", PUBLIC],
    ["in the other order", `${PRIVATE}:${PUBLIC}`],
    ["off the curve", `BA${"A".repeat(85)}:${PRIVATE}`],
    ["with padding", `${PUBLIC}=:${PRIVATE}=`],
    ["of another kind", "a secret"],
  ])("%s are not used, and are logged once without their value", async (_, vapidKeys) => {
    const { keys, logged } = read(vapidKeys);
    expect([await keys(), await keys()]).toEqual([null, null]);
    expect(logged).toMatchObject([{ level: "error", event: "push_not_configured" }]);
    for (const part of vapidKeys.split(":")) expect(JSON.stringify(logged)).not.toContain(part);
  });
});
