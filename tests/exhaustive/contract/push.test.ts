/** Followers are notified of a new signal once, whatever fails meanwhile, and only if they want to be. */
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addFollowers, type Follower, startPushSite, TRADER } from "#tests/support/push-site.ts";
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

  it("wait at most five seconds for a slow service", async () => {
    const slow = await world.follow();
    slow.browser.reply = (count) => (count === 1 ? null : { status: 201 });
    const signal = await world.publish();
    const untilMs = await endWaits();
    await expect.poll(() => heard(slow)).toEqual([signal.id, signal.id]);
    expect(untilMs - (slow.browser.received[0]?.atMs ?? 0)).toBeGreaterThan(6_500);
  });

  it.each<[what: string, end: (follower: Follower) => Promise<Response>]>([
    ["unfollowing", ({ ask }) => ask("DELETE", `/api/profile/follows/${TRADER}/`)],
    ["muting", ({ settings }) => settings({ muted: [TRADER] })],
    ["switching off", ({ settings }) => settings({ push: false })],
  ])("stop after %s", async (_what, end) => {
    const [ended, other] = [await world.follow(), await world.follow()];
    expect((await end(ended)).ok).toBe(true);
    const signal = await world.publish();
    await expect.poll(() => heard(other)).toEqual([signal.id]);
    await settled();
    expect(heard(ended)).toEqual([]);
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
    await world.staff.ask("POST", `signals/${signal.id}/void/`, { reason: "Withdrawn" });
    await endWaits();
    await settled();
    expect(heard(follower)).toEqual([signal.id]);
  });
});

async function devicesOf({ ask }: Follower): Promise<unknown> {
  const answer = await ask("GET", "/api/profile/notifications/");
  return (await answer.json()).devices;
}
