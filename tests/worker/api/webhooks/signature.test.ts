import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { secretText, signMessage } from "#worker/api/webhooks/signature.ts";

const PEPPER = env.PASSCODE_PEPPER;
const webhook = (version: number, until: number | null = null) => ({
  id: "5b0c0f0e",
  secret_version: version,
  old_secret_until: until,
});

async function signed(version: number, until: number | null = null, body = '{"type":"signal.published"}') {
  const atMs = Date.now();
  return {
    body,
    headers: await signMessage(PEPPER, webhook(version, until), { id: "5b0c0f0e_1", body, atMs }),
  };
}

describe("a signed message", () => {
  it.each(['{"type":"signal.published"}', '{"name":"Ünïcode 🌊"}'])(
    "is accepted by the standardwebhooks package: %s",
    async (text) => {
      const { body, headers } = await signed(1, null, text);
      const verifier = new Webhook(await secretText(PEPPER, webhook(1)));
      expect(verifier.verify(body, headers)).toEqual(JSON.parse(text));
      expect(headers["webhook-id"]).toBe("5b0c0f0e_1");
      expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
    },
  );

  it("is rejected if any part of it was changed, or with another secret", async () => {
    const { body, headers } = await signed(1);
    const verifier = new Webhook(await secretText(PEPPER, webhook(1)));
    expect(() => verifier.verify(`${body} `, headers)).toThrow("No matching signature");
    expect(() => verifier.verify(body, { ...headers, "webhook-id": "5b0c0f0e_2" })).toThrow("No matching");
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    expect(() => verifier.verify(body, { ...headers, "webhook-timestamp": later })).toThrow("No matching");
    for (const other of [webhook(2), { ...webhook(1), id: "another" }]) {
      const secret = await secretText(PEPPER, other);
      expect(() => new Webhook(secret).verify(body, headers)).toThrow("No matching");
    }
  });

  it("has both signatures while the old secret is valid, and one afterwards", async () => {
    const [old, now] = [await secretText(PEPPER, webhook(1)), await secretText(PEPPER, webhook(2))];
    const during = await signed(2, Date.now() + 60_000);
    for (const secret of [old, now]) new Webhook(secret).verify(during.body, during.headers);
    const after = await signed(2, Date.now() - 1);
    new Webhook(now).verify(after.body, after.headers);
    expect(() => new Webhook(old).verify(after.body, after.headers)).toThrow("No matching signature");
  });

  it("has a secret of 32 bytes", async () => {
    const secret = await secretText(PEPPER, webhook(1));
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretText("dGVzdC1wZXBwZXItdGVzdC1wZXBwZXItdGVzdC1wZXBwZXIx", webhook(1))).not.toBe(secret);
  });
});
