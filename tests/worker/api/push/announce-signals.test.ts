/** Signals are passed to the push senders of their followers, even if an earlier one failed. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createVapidKeys } from "#worker/api/push/index.ts";
import { announceSignals } from "#worker/api/push/announce-signals.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import { addSomeTrader, createRecord, signalBy, type TestRecord } from "../signals/record.ts";

const [SITE_KEY] = env.VAPID_KEYS.split(":");

/** Of an account whose id begins with `prefix`. */
async function addFollower(trader: string, prefix: string): Promise<void> {
  const { endpoint, keys } = await createBrowser();
  const account = `${prefix}-${crypto.randomUUID()}`;
  const subscription = [account, endpoint, keys.p256dh, keys.auth, SITE_KEY];
  await env.DB.batch([
    env.DB.prepare("INSERT INTO accounts (id, pocketoption_id, created_at) VALUES (?1, ?1, 0)").bind(account),
    env.DB.prepare(
      "INSERT INTO follows (account_id, trader_id, followed_at) SELECT ?, id, 0 FROM traders WHERE handle = ?",
    ).bind(account, trader),
    env.DB.prepare(
      "INSERT INTO push_subscriptions VALUES (?1, ?1, 'session', ?2, ?3, ?4, ?5, 'en', 'UTC', '', 0)",
    ).bind(...subscription),
  ]);
}

/** Runs once, and says which senders were asked; the one named does not answer. */
async function announce({ deps }: TestRecord, unreachable?: string): Promise<string[]> {
  const asked: string[] = [];
  const pushSenders = new Proxy(env.PUSH_SENDER, {
    get: (target, name) =>
      name === "getByName"
        ? (prefix: string) => {
            if (prefix === unreachable) return { take: () => Promise.reject(new Error("No answer")) };
            asked.push(prefix);
            return target.getByName(prefix);
          }
        : Reflect.get(target, name),
  });
  const vapidKeys = createVapidKeys({ vapidKeys: env.VAPID_KEYS, pushContact: "" }, () => {});
  await announceSignals({ ...deps, pushSenders, vapidKeys });
  return asked;
}

it("a push sender that does not answer delays no other signal, and is called again", async () => {
  const record = createRecord();
  for (const prefix of ["aa", "bb"]) {
    const trader = await addSomeTrader(record);
    await addFollower(trader, prefix);
    await publishSignal(record.deps, signalBy(trader, record));
  }
  expect(await announce(record, "aa")).toEqual(["bb"]);
  expect(await announce(record)).toEqual(["aa", "bb"]);
  expect(await announce(record)).toEqual([]);
});
