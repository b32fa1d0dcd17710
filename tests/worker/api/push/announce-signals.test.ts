/** Pages of the followers of a new signal are made once, and given to the queue again if they are overdue. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, describe, expect, it } from "vitest";
import { createVapidKeys } from "#worker/api/push/index.ts";
import { announceSignals, insertPages, renewOverdue } from "#worker/api/push/announce-signals.ts";
import { selectRecipients } from "#worker/api/push/select-recipients.ts";
import { sendPage } from "#worker/api/push/send-page.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import { planOf } from "../plan-of.ts";
import { createRecordedQueue } from "../recorded-queue.ts";
import { addSomeTrader, createRecord, signalBy } from "../signals/record.ts";
import { OVERDUE_MS } from "#shared/limits/deliveries.ts";
import { PUSH_PAGE } from "#shared/limits/push.ts";

const [SITE_KEY] = env.VAPID_KEYS.split(":");
const vapidKeys = createVapidKeys({ vapidKeys: env.VAPID_KEYS, pushContact: "" }, () => {});

async function addFollower(trader: string): Promise<void> {
  const { endpoint, keys } = await createBrowser();
  const account = crypto.randomUUID();
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

async function createPushWorld(followers = 1) {
  const record = createRecord();
  const { queue: deliveries, given } = createRecordedQueue();
  const deps = { ...record.deps, deliveries, vapidKeys, isLocal: false };
  const trader = await addSomeTrader(record);
  for (let count = 0; count < followers; count += 1) await addFollower(trader);
  const signal = await publishSignal(record.deps, signalBy(trader, record));
  return { record, deps, given, signal };
}

/** What the queue was given first. */
function firstPage([page]: ReturnType<typeof createRecordedQueue>["given"]): number {
  if (!page || !("push" in page.body)) throw new Error("no page was given");
  return page.body.push;
}

describe("pages of followers", () => {
  beforeEach(() => env.DB.exec("DELETE FROM push_pages; DELETE FROM push_subscriptions"));

  it("are made once, with each browser on one of them, however many runs overlap", async () => {
    const { deps, given } = await createPushWorld(PUSH_PAGE + 2);
    await Promise.all([announceSignals(deps), announceSignals(deps), announceSignals(deps)]);
    const { results } = await env.DB.prepare(
      "SELECT seq, json_array_length(subscriptions) AS size FROM push_pages ORDER BY seq",
    ).all();
    expect(results.map(({ size }) => size)).toEqual([PUSH_PAGE, 2]);
    expect(given).toEqual(results.map(({ seq }) => ({ body: { push: seq } })));
    const distinct = env.DB.prepare(
      "SELECT count(DISTINCT value) AS count FROM push_pages, json_each(subscriptions)",
    );
    expect(await distinct.first("count")).toBe(PUSH_PAGE + 2);
  });

  it("are given to the queue again if it has lost them, and not before they are overdue", async () => {
    const { record, deps, given } = await createPushWorld();
    await announceSignals(deps);
    record.clock.ms += OVERDUE_MS - 1;
    await announceSignals(deps);
    expect(given).toHaveLength(1);
    record.clock.ms += 1;
    await announceSignals(deps);
    await announceSignals(deps);
    expect(given).toHaveLength(2);
    expect(given[1]).toEqual(given[0]);
  });

  it("are not sent to an address that has become invalid", async () => {
    const { deps, given } = await createPushWorld();
    await env.DB.exec("UPDATE push_subscriptions SET endpoint = 'https://10.0.0.1/send'");
    await announceSignals(deps);
    const logged: unknown[] = [];
    await sendPage({ ...deps, log: (entry) => logged.push(entry) }, firstPage(given));
    expect(logged).toMatchObject([
      { event: "push_sent", refused: 1, status: null, words: expect.stringContaining("its address must") },
    ]);
  });

  it("are dropped when the entry has come, and an unknown one does no harm", async () => {
    const { record, deps, given, signal } = await createPushWorld();
    await announceSignals(deps);
    record.clock.ms = Date.parse(signal.entry_at);
    await sendPage(deps, firstPage(given));
    await sendPage(deps, firstPage(given));
    expect(await env.DB.prepare("SELECT count(*) AS left FROM push_pages").first("left")).toBe(0);
    expect(given).toHaveLength(1);
  });

  it("are made and read through indexes", async () => {
    const db = drizzle(env.DB);
    const made = (await planOf(insertPages(db, "key", 0))).join("\n");
    expect(made).toMatch(/SEARCH follows USING COVERING INDEX follows_told \(trader_id=\?\)/);
    expect(made).toMatch(/SEARCH push_subscriptions USING INDEX push_subscriptions_by_account/);
    expect(made).not.toMatch(/SCAN (?!push_progress|\(subquery)/);
    const read = (await planOf(selectRecipients(db, 1, "key"))).join("\n");
    expect(read).toMatch(/SEARCH push_subscriptions USING INDEX sqlite_autoindex_push_subscriptions_1/);
    expect(read).not.toMatch(/SCAN (?!json_each)/);
    expect((await planOf(renewOverdue(db, 0))).join("\n")).toContain("push_pages_by_time");
  });
});
