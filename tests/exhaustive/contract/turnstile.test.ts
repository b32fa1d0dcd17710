/** Turnstile before attempts to sign in, where the operator has set its keys. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi } from "#tests/support/api-client.ts";
import { MEMBER_ID, type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { createTurnstileServer, DUMMY_TOKEN, SITE_KEY, TURNSTILE_VARS } from "#tests/support/turnstile.ts";

const turnstile = createTurnstileServer();
let site: Site;

beforeAll(async () => {
  site = await startSite({ vars: TURNSTILE_VARS, internet: turnstile.internet });
});
afterAll(() => site.close());
beforeEach(() => {
  turnstile.asked.length = 0;
  turnstile.instead = null;
});

const STAFF = { pocketoption_id: STAFF_ID, passcode: STAFF_PASSCODE };

async function signIn(body: object) {
  const response = await callApi(site.url, null, "POST", "/api/auth/login/", body);
  return { status: response.status, answer: await response.json() };
}

it("sign-in succeeds with a Turnstile token, and Turnstile is not told who signs in", async () => {
  const { status, answer } = await signIn({ ...STAFF, turnstile_token: DUMMY_TOKEN });
  expect(status).toBe(200);
  expect(answer).toMatchObject({ access: expect.any(String), refresh: expect.any(String) });
  expect(turnstile.asked).toEqual([{ secret: TURNSTILE_VARS.TURNSTILE_SECRET_KEY, response: DUMMY_TOKEN }]);
});

it("sign-in with a Turnstile token still asks for the passcode", async () => {
  const { status, answer } = await signIn({ pocketoption_id: STAFF_ID, turnstile_token: DUMMY_TOKEN });
  expect([status, answer.code]).toEqual([401, "passcode_required"]);
});

it.each([
  ["none", {}, 0],
  ["one that Turnstile does not know", { turnstile_token: "made-up" }, 1],
])("sign-in is refused with %s, whoever signs in", async (_what, token, asked) => {
  for (const body of [STAFF, { pocketoption_id: MEMBER_ID }, { pocketoption_id: "nobody-has-it" }]) {
    const { status, answer } = await signIn({ ...body, ...token });
    expect([status, answer.code]).toEqual([403, "challenge_failed"]);
  }
  expect(turnstile.asked).toHaveLength(3 * asked);
});

it("an attempt without a valid Turnstile token does not count as a failed sign-in", async () => {
  for (let attempt = 0; attempt < 30; attempt += 1) await signIn({ ...STAFF, passcode: "wrong-passcode" });
  expect((await signIn({ ...STAFF, turnstile_token: DUMMY_TOKEN })).status).toBe(200);
});

it("sign-up with a passkey needs a Turnstile token as well", async () => {
  const response = await callApi(site.url, null, "POST", "/api/auth/passkeys/sign-up/", {
    pocketoption_id: "new-1",
    label: "Key",
    credential: {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
    },
  });
  expect([response.status, (await response.json()).code]).toEqual([403, "challenge_failed"]);
});

it.each([
  ["is down", () => new Response("no", { status: 502 })],
  ["makes no sense", () => new Response("{}")],
  [
    "does not know the secret",
    () => Response.json({ success: false, "error-codes": ["invalid-input-secret"] }),
  ],
  ["fails inside", () => Response.json({ success: false, "error-codes": ["internal-error"] })],
  ["does not end", () => new Response("x".repeat(100_000))],
])("sign-in is impossible while Turnstile %s, and the response says so", async (_what, instead) => {
  turnstile.instead = instead;
  const before = site.logs().length;
  const { status, answer } = await signIn({ ...STAFF, turnstile_token: DUMMY_TOKEN });
  expect([status, answer.code]).toEqual([503, "challenge_unavailable"]);
  expect(site.logs().slice(before).join("\n")).toContain("turnstile_failed");
});

it("pages allow Turnstile's script and frame only if it is configured", async () => {
  const page = await fetch(`${site.url}/en/login`);
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  expect(policy).toMatch(/script-src 'self' [^;]* https:\/\/challenges\.cloudflare\.com;/);
  expect(policy).toContain("frame-src https://challenges.cloudflare.com;");
  expect(await page.text()).toContain(`"turnstileSiteKey":"${SITE_KEY}"`);
  const without = await startSite();
  const own = await fetch(`${without.url}/en/login`);
  expect(own.headers.get("Content-Security-Policy")).not.toContain("cloudflare");
  expect(own.headers.get("Content-Security-Policy")).toContain("require-trusted-types-for 'script'");
  expect(await own.text()).not.toContain("turnstile");
  await without.close();
});
