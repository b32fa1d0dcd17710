/** Changes of sign-in by passkeys end earlier push subscriptions, even if their session has expired and been deleted. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import { PASSCODE, type SignedIn } from "../member-world.ts";
import { createAuthenticator } from "../passkeys/authenticator.ts";
import { createPasskeyWorld, OWN, type PasskeyWorld } from "../passkeys/passkey-world.ts";
import { invite } from "../session/newcomers.ts";
import { DAY_MS } from "../signals/record.ts";

const SUBSCRIPTIONS = "/api/profile/push-subscriptions/";

const kept = async ({ account }: SignedIn) =>
  env.DB.prepare("SELECT count(*) AS n FROM push_subscriptions WHERE account_id = ?")
    .bind(account.id)
    .first("n");

/** In a session that is no more. */
async function subscribeLongAgo(world: PasskeyWorld, who: SignedIn): Promise<void> {
  expect((await who.ask("POST", SUBSCRIPTIONS, await createBrowser())).status).toBe(201);
  world.pass(2 * DAY_MS);
  await purgeExpiredSessions(world.deps);
  expect(await kept(who)).toBe(1);
}

it("a push subscription ends when the owner takes over the account with a passkey", async () => {
  const world = createPasskeyWorld();
  const stranger = await world.signInMember();
  await subscribeLongAgo(world, stranger);
  const { id, pocketoptionId: pocketoption_id } = stranger.account;
  const newcomer = { pocketoption_id, invite: await invite(world, id) };
  expect((await world.signUpBy(await createAuthenticator(), newcomer)).answer.status).toBe(200);
  expect(await kept(stranger)).toBe(0);
});

it("a push subscription ends when a passkey is removed, which may have opened its session", async () => {
  const world = createPasskeyWorld();
  const thief = await world.signInHolder();
  const { id } = await world.registered(thief, await createAuthenticator());
  await subscribeLongAgo(world, thief);
  const owner = await world.signInAgain(thief);
  expect((await owner.ask("POST", SUBSCRIPTIONS, await createBrowser())).status).toBe(201);
  const removal = await owner.ask("DELETE", `${OWN}${id}/`, { current_passcode: PASSCODE });
  expect(removal.status).toBe(204);
  expect(await kept(owner), "that of the session which removes it").toBe(1);
});
