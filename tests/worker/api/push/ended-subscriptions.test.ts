/** What ends push to browsers of an account, even if their session has expired and been deleted. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import { PASSCODE, type SignedIn } from "../member-world.ts";
import { createAuthenticator } from "../passkeys/authenticator.ts";
import { createPasskeyWorld, OWN, type PasskeyWorld } from "../passkeys/passkey-world.ts";
import { invite } from "../session/newcomers.ts";
import { DAY_MS } from "../signals/record.ts";

const CONFIRMED = { current_passcode: PASSCODE };

/** The endpoint of a new browser. */
async function subscribe({ ask }: SignedIn): Promise<string> {
  const browser = await createBrowser();
  expect((await ask("POST", "/api/profile/push-subscriptions/", browser)).status).toBe(201);
  return browser.endpoint;
}

async function keptOf({ account }: SignedIn): Promise<unknown[]> {
  const kept = env.DB.prepare("SELECT endpoint FROM push_subscriptions WHERE account_id = ?");
  const { results } = await kept.bind(account.id).all();
  return results.map(({ endpoint }) => endpoint);
}

/** Somebody with a browser of a session that is no more, one of another session, and one of their own. */
async function subscribeThrice(world: PasskeyWorld, first: SignedIn) {
  await subscribe(first);
  world.pass(2 * DAY_MS);
  await purgeExpiredSessions(world.deps);
  await subscribe(await world.signInAgain(first));
  const who = await world.signInAgain(first);
  const own = await subscribe(who);
  expect(await keptOf(who)).toHaveLength(3);
  return { who, own };
}

it.each([
  ["ends all other sessions", "POST", "/api/profile/sessions/end-others/", {}],
  ["sets a new passcode", "POST", "/api/auth/me/passcode/", { passcode: "another horse" }],
  ["removes a passkey, which may have opened its session", "DELETE", OWN, {}],
])("a push subscription ends when a member %s, except in that session", async (_, method, path, body) => {
  const world = createPasskeyWorld();
  const member = await world.signInHolder();
  const { id } = await world.registered(member, await createAuthenticator());
  const { who, own } = await subscribeThrice(world, member);
  const answer = await who.ask(method, path === OWN ? `${OWN}${id}/` : path, { ...body, ...CONFIRMED });
  expect(answer.ok).toBe(true);
  expect(await keptOf(who)).toEqual([own]);
});

it.each([
  ["sign the account out", undefined],
  ["deactivate it", { is_active: false }],
  ["remove its passcode", { passcode: null }],
  ["forbid sign-in by the id alone", { id_alone: false }],
])("a push subscription ends when staff %s", async (_, changes) => {
  const world = createPasskeyWorld();
  const isIdAlone = changes !== undefined && "id_alone" in changes;
  const member = await (isIdAlone ? world.signInMember() : world.signInHolder());
  const { who } = await subscribeThrice(world, member);
  const staff = await world.signInStaff();
  const path = `/api/admin/accounts/${who.account.id}/`;
  const answer = changes
    ? await staff.ask("PATCH", path, { ...changes, ...CONFIRMED })
    : await staff.ask("POST", `${path}end-sessions/`);
  expect(answer.status).toBe(200);
  expect(await keptOf(who)).toEqual([]);
});

it("a push subscription ends when the owner takes over the account with a passkey", async () => {
  const world = createPasskeyWorld();
  const { who: stranger } = await subscribeThrice(world, await world.signInMember());
  const { id, pocketoptionId: pocketoption_id } = stranger.account;
  const newcomer = { pocketoption_id, invite: await invite(world, id) };
  expect((await world.signUpBy(await createAuthenticator(), newcomer)).answer.status).toBe(200);
  expect(await keptOf(stranger)).toEqual([]);
});

it("a push subscription ends when the account is deleted", async () => {
  const world = createPasskeyWorld();
  const { who } = await subscribeThrice(world, await world.signInHolder());
  const body = { confirm: who.account.pocketoptionId, ...CONFIRMED };
  expect((await who.ask("DELETE", "/api/profile/", body)).status).toBe(204);
  expect(await keptOf(who)).toEqual([]);
});

it("a push subscription whose session has expired still ends with a sign-out from it", async () => {
  const world = createPasskeyWorld();
  const first = await world.signInHolder();
  const { who } = await subscribeThrice(world, first);
  await world.post("/api/auth/logout/", { refresh: first.tokens.refresh });
  expect(await keptOf(who)).toHaveLength(2);
});
