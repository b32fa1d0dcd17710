/** Followers are notified of a new signal once, whatever fails meanwhile, and only if they want to be. */
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { addFollowers } from "#tests/support/push-followers.ts";
import { type Follower, MEMBER_PASSCODE, startPushSite, TRADER } from "#tests/support/push-site.ts";
import { OVERDUE_MS } from "#shared/limits/deliveries.ts";
import { PUSHES_AT_ONCE, PUSH_PAGE } from "#shared/limits/push.ts";

describe("push notifications to followers", { timeout: 60_000 }, () => {
  let world: Awaited<ReturnType<typeof startPushSite>>;
  beforeAll(async () => {
    world = await startPushSite({ vars: { CONTACT_EMAIL: "team@signals.example" } });
  });
  afterAll(() => world.close());
  afterEach(async () => {
    expect(world.service.refused).toEqual([]);
    // Whoever knows an endpoint's address knows a browser.
    expect(world.site.logs().join("\n")).not.toContain("/send/");
    await world.site.db.prepare("DELETE FROM push_subscriptions").run();
  });

  /** Whoever is to be told of the signals so far has been told, or never is. */
  const settled = () =>
    expect
      .poll(() =>
        world.site.db
          .prepare(
            `SELECT (SELECT seq FROM push_progress) = (SELECT max(published_seq) FROM signals)
               AND NOT EXISTS (SELECT 1 FROM push_pages) AS isSettled`,
          )
          .first("isSettled"),
      )
      .toBe(1);
  /** Those who wait, and until when. */
  const waiting = async () => {
    const { results } = await world.site.db.prepare("SELECT seq, next_at FROM push_pages").all();
    return v.parse(v.array(v.object({ seq: v.number(), next_at: v.number() })), results);
  };
  /** Waits for attempts to fail, then ends the wait for the next ones; says until when it would have lasted. */
  const endWaits = async () => {
    await expect
      .poll(async () => Math.max(0, ...(await waiting()).map((page) => page.next_at)), { timeout: 20_000 })
      .toBeGreaterThan(Date.now());
    const pages = await waiting();
    await world.site.deliver(...pages.map(({ seq }) => ({ push: seq })));
    return Math.max(...pages.map((page) => page.next_at));
  };
  const heard = (follower: Follower) => follower.browser.received.map(({ message }) => message.signal_id);

  it("are sent by the next minute's job if sending them at publication failed", async () => {
    const follower = await world.follow();
    await world.site.db.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON push_progress BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    await world.site.db.exec("ALTER TABLE push_subscriptions RENAME TO away");
    const signal = await world.publish();
    await expect.poll(() => world.site.logs().join("\n")).toContain("deliveries_not_enqueued");
    await world.site.db.exec("ALTER TABLE away RENAME TO push_subscriptions");
    await world.site.db.exec("DROP TRIGGER full");
    expect(heard(follower)).toEqual([]);
    await world.site.runMinuteJobs();
    await expect.poll(() => heard(follower)).toEqual([signal.id]);
  });

  it("are sent later without a job if the database failed for a moment", async () => {
    const follower = await world.follow();
    await world.site.db.exec("ALTER TABLE notification_settings RENAME TO away");
    const signal = await world.publish();
    await expect.poll(() => world.site.logs().join("\n")).toContain("delivery_failed");
    expect(heard(follower)).toEqual([]);
    await world.site.db.exec("ALTER TABLE away RENAME TO notification_settings");
    await expect.poll(() => heard(follower)).toEqual([signal.id]);
  });

  it("are sent by a later job if the database failed for longer than the queue tries", async () => {
    const follower = await world.follow();
    await world.site.db.exec("ALTER TABLE notification_settings RENAME TO away");
    const signal = await world.publish();
    await expect.poll(() => world.site.logs().join("\n"), { timeout: 30_000 }).toContain("delivery_given_up");
    await world.site.db.exec("ALTER TABLE away RENAME TO notification_settings");
    expect(heard(follower)).toEqual([]);
    await world.site.db.prepare("UPDATE push_pages SET next_at = next_at - ?").bind(OVERDUE_MS).run();
    await world.site.runMinuteJobs();
    await expect.poll(() => heard(follower)).toEqual([signal.id]);
  });

  it("reach other browsers if one has an invalid key", async () => {
    const [wrong, right] = [await world.follow(), await world.follow({ language: "de" })];
    await world.site.db
      .prepare("UPDATE push_subscriptions SET p256dh = ? WHERE endpoint = ?")
      .bind(`BA${"A".repeat(85)}`, wrong.browser.subscription.endpoint)
      .run();
    const signal = await world.publish();
    await expect.poll(() => heard(right)).toEqual([signal.id]);
    await settled();
    expect([heard(right), heard(wrong)]).toEqual([[signal.id], []]);
    expect(world.site.logs().join("\n")).toMatch(/"push_sent",(?:"sent":1,"refused":1|"refused":1,"sent":1)/);
  });

  it("reach every browser, page by page", async () => {
    const browsers = await addFollowers(world.site.db, world.service, PUSH_PAGE * 3 + 7);
    const signal = await world.publish();
    const counts = () => browsers.map(({ received }) => received.length);
    await expect.poll(() => counts().filter((count) => count > 0).length).toBe(browsers.length);
    await settled();
    expect(new Set(counts())).toEqual(new Set([1]));
    expect(browsers[0]?.received[0]?.message.signal_id).toBe(signal.id);
  });

  it("reach other browsers if one has an invalid time zone or key, which is logged", async () => {
    const browsers = await addFollowers(world.site.db, world.service, 3);
    const [nowhere, offCurve, fine] = browsers.map(({ subscription }) => subscription.endpoint);
    const set = (column: string, value: string, endpoint = "") =>
      world.site.db
        .prepare(`UPDATE push_subscriptions SET ${column} = ? WHERE endpoint = ?`)
        .bind(value, endpoint)
        .run();
    await set("time_zone", "Nowhere/AtAll", nowhere);
    await set("p256dh", `BA${"A".repeat(85)}`, offCurve);
    const signal = await world.publish();
    const told = () => browsers.filter(({ received }) => received.length > 0);
    await expect.poll(() => told().map(({ subscription }) => subscription.endpoint)).toEqual([fine]);
    await settled();
    expect(told()[0]?.received.map(({ message }) => message.signal_id)).toEqual([signal.id]);
    expect(world.site.logs().join("\n")).toContain("Nowhere/AtAll");
  });

  it("reach other browsers if the push service throttles one of them", async () => {
    const browsers = await addFollowers(world.site.db, world.service, PUSHES_AT_ONCE * 3);
    const [first] = browsers;
    for (const browser of browsers)
      browser.reply = () => {
        const isFirst = browsers.every(({ received }) => received.length === 0 || browser === first);
        return isFirst ? { status: 429, headers: { "Retry-After": "600" } } : { status: 201 };
      };
    await world.publish();
    await expect
      .poll(() => browsers.filter(({ received }) => received.length > 0).length)
      .toBe(browsers.length);
    await world.site.db.prepare("DELETE FROM push_pages").run();
  });

  it("are not sent at or after the signal's entry time", async () => {
    const follower = await world.follow();
    follower.browser.reply = () => ({ status: 503 });
    await world.publish(-1_000);
    await settled();
    expect(heard(follower)).toEqual([]);
    const signal = await world.publish(3_500);
    await expect.poll(() => heard(follower)).toEqual([signal.id]);
    await settled();
    for (const { atMs } of follower.browser.received) expect(atMs).toBeLessThan(Date.parse(signal.entry_at));
    expect(heard(follower).length).toBeLessThanOrEqual(2);
  });

  it.each([404, 410])("stop permanently after a %i response", async (status) => {
    const follower = await world.follow();
    follower.browser.reply = () => ({ status });
    await world.publish();
    await expect.poll(() => devicesOf(follower)).toEqual([]);
    await world.publish();
    await settled();
    expect(follower.browser.received).toHaveLength(1);
  });

  it.each([
    ["429 with seconds", 429, () => "3"],
    ["429 with a date", 429, () => new Date(Date.now() + 4_000).toUTCString()],
    ["503 without a word", 503, () => null],
    ["500 without a word", 500, () => null],
  ])("are repeated after %s", async (_, status, retryAfter) => {
    const follower = await world.follow();
    follower.browser.reply = (count) => {
      const field = retryAfter();
      if (count > 1) return { status: 201 };
      return { status, ...(field !== null && { headers: { "Retry-After": field } }) };
    };
    const signal = await world.publish();
    const untilMs = await endWaits();
    await expect.poll(() => heard(follower)).toEqual([signal.id, signal.id]);
    const [first, second] = follower.browser.received;
    const waitedMs = untilMs - (first?.atMs ?? 0);
    expect(waitedMs).toBeGreaterThan(retryAfter() === null ? 1_900 : 2_500);
    expect(second?.headers["topic"]).toBe(first?.headers["topic"]);
    await settled();
    expect(heard(follower)).toHaveLength(2);
  });

  it("are not repeated if the wait would last beyond the entry, or if the message was refused permanently", async () => {
    const [late, refused] = [await world.follow(), await world.follow()];
    late.browser.reply = () => ({ status: 429, headers: { "Retry-After": "600" } });
    refused.browser.reply = () => ({ status: 413, body: "Too large" });
    await world.publish();
    await expect.poll(() => [heard(late).length, heard(refused).length]).toEqual([1, 1]);
    await settled();
    expect([heard(late).length, heard(refused).length]).toEqual([1, 1]);
    expect(world.site.logs().join("\n")).toContain('"words":"Too large"');
  });

  it("pause for a push service that is down, and continue when it works again", async () => {
    const browsers = await addFollowers(world.site.db, world.service, 40);
    const received = () => browsers.map(({ received }) => received.length);
    let isDown = true;
    for (const browser of browsers) browser.reply = () => ({ status: isDown ? 503 : 201 });
    const pages = 40 / PUSH_PAGE;
    await world.publish();
    await expect
      .poll(async () => (await waiting()).filter(({ next_at }) => next_at > Date.now()).length)
      .toBeGreaterThanOrEqual(pages);
    // One page asks no more than its connections carry, and all together only until six have failed.
    expect(received().reduce((sum, count) => sum + count, 0)).toBeLessThan((pages + 1) * PUSHES_AT_ONCE);
    isDown = false;
    await expect.poll(() => received().filter((count) => count > 0).length).toBe(browsers.length);
    await settled();
    expect(Math.max(...received())).toBeLessThanOrEqual(2);
  });

  it("follow no redirect, and wait at most five seconds for a slow service", async () => {
    const [elsewhere, moved, slow] = [await world.follow(), await world.follow(), await world.follow()];
    await elsewhere.ask("DELETE", `/api/profile/follows/${TRADER}/`);
    moved.browser.reply = () => ({
      status: 307,
      headers: { Location: elsewhere.browser.subscription.endpoint },
    });
    slow.browser.reply = (count) => (count === 1 ? null : { status: 201 });
    const signal = await world.publish();
    const untilMs = await endWaits();
    await expect.poll(() => heard(slow)).toEqual([signal.id, signal.id]);
    expect(untilMs - (slow.browser.received[0]?.atMs ?? 0)).toBeGreaterThan(6_500);
    expect([heard(moved).length, heard(elsewhere).length]).toEqual([1, 0]);
  });

  it("stop after unfollowing, muting, switching off, signing out, unsubscribing, a passcode change elsewhere and account deletion", async () => {
    const endings: Readonly<Record<string, (follower: Follower) => Promise<Response>>> = {
      unfollowing: ({ ask }) => ask("DELETE", `/api/profile/follows/${TRADER}/`),
      muting: ({ settings }) => settings({ muted: [TRADER] }),
      switch: ({ settings }) => settings({ push: false }),
      "signing out": ({ ask, tokens }) => ask("POST", "/api/auth/logout/", { refresh: tokens.refresh }),
      unsubscribing: ({ ask, browser }) =>
        ask("DELETE", "/api/profile/push-subscriptions/", { endpoint: browser.subscription.endpoint }),
      "a new passcode elsewhere": async ({ id }) => {
        const elsewhere = await signInByApi(world.site.url, id, MEMBER_PASSCODE);
        const body = { passcode: "another of mine", current_passcode: MEMBER_PASSCODE };
        return callApi(world.site.url, elsewhere, "POST", "/api/auth/me/passcode/", body);
      },
      "deleting the account": ({ ask, id }) =>
        ask("DELETE", "/api/profile/", { confirm: id, current_passcode: MEMBER_PASSCODE }),
    };
    const other = await world.follow();
    const ended = await Promise.all(
      Object.entries(endings).map(async ([name, end]) => {
        const follower = await world.follow();
        expect((await end(follower)).ok, name).toBe(true);
        return [name, follower] as const;
      }),
    );
    const signal = await world.publish();
    await expect.poll(() => heard(other)).toEqual([signal.id]);
    await settled();
    expect(ended.map(([name, follower]) => [name, heard(follower)])).toEqual(
      Object.keys(endings).map((name) => [name, []]),
    );
  });

  it("are skipped during quiet hours in the member's time zone, and not sent later", async () => {
    const [quiet, awake] = [await world.follow(), await world.follow()];
    const inTokyo = (inMs: number) =>
      new Intl.DateTimeFormat("de", { timeZone: "Asia/Tokyo", hour: "2-digit", minute: "2-digit" }).format(
        Date.now() + inMs,
      );
    const hours = { quiet_from: inTokyo(-3_600_000), quiet_until: inTokyo(3_600_000) };
    await quiet.settings({ ...hours, time_zone: "Asia/Tokyo" });
    // The same hours on other clocks are over.
    await awake.settings({ ...hours, time_zone: "Europe/Berlin" });
    const signal = await world.publish();
    await expect.poll(() => heard(awake)).toEqual([signal.id]);
    await quiet.settings({ quiet_from: null, quiet_until: null });
    await world.site.runMinuteJobs();
    await settled();
    expect(heard(quiet)).toEqual([]);
  });

  it("are not repeated for a signal that was withdrawn in the meantime", async () => {
    const follower = await world.follow();
    follower.browser.reply = () => ({ status: 429, headers: { "Retry-After": "3" } });
    const signal = await world.publish();
    await expect.poll(() => heard(follower)).toEqual([signal.id]);
    await world.staff("POST", `/api/admin/signals/${signal.id}/void/`, { reason: "Withdrawn" });
    await endWaits();
    await settled();
    expect(heard(follower)).toEqual([signal.id]);
  });
});

async function devicesOf({ ask }: Follower): Promise<unknown> {
  const answer = await ask("GET", "/api/profile/notifications/");
  return (await answer.json()).devices;
}
