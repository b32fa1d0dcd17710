/** Followers are notified of a new signal once, in their language and time zone. */
import { expect, it } from "vitest";
import { type Follower, startPushSite } from "#tests/support/push-site.ts";

const clock = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat("de", { timeZone, hour: "2-digit", minute: "2-digit" }).format(Date.parse(at));

it("notifications are in the member's language and time zone, and reach each browser once, however often jobs run", async () => {
  const world = await startPushSite({ vars: { CONTACT_EMAIL: "team@signals.example" } });
  const heard = (follower: Follower) => follower.browser.received.map(({ message }) => message.signal_id);
  const german = await world.follow({ language: "de", time_zone: "Asia/Tokyo" });
  // What the account has chosen goes before what the browser is in.
  const french = await world.follow({ language: "en", time_zone: "UTC" });
  await french.settings({ language: "fr", time_zone: "America/New_York" });
  const signal = await world.publish();
  await expect.poll(() => heard(german)).toEqual([signal.id]);
  await expect.poll(() => heard(french)).toEqual([signal.id]);
  const [received] = german.browser.received;
  expect(received?.message).toEqual({
    type: "signal.published",
    signal_id: signal.id,
    title: "North Light",
    body: expect.stringMatching(`^EUR/USD steigend, .*${clock(signal.entry_at, "Asia/Tokyo")}`),
    path: `/de/signal/${signal.id}`,
    language: "de",
    tag: signal.id,
    timestamp: signal.published_at,
  });
  const [other] = french.browser.received;
  expect(other?.message).toMatchObject({
    body: expect.stringMatching(`^EUR/USD à la hausse, .*${clock(signal.entry_at, "America/New_York")}`),
    path: `/fr/signal/${signal.id}`,
  });

  expect(received?.headers).toMatchObject({
    "content-encoding": "aes128gcm",
    urgency: "high",
    topic: signal.id.replaceAll("-", ""),
  });
  // Until the entry, and not a second longer.
  const leftSeconds = (Date.parse(signal.entry_at) - (received?.atMs ?? 0)) / 1000;
  expect(Number(received?.headers["ttl"])).toBeGreaterThan(leftSeconds - 1.5);
  expect(Number(received?.headers["ttl"])).toBeLessThanOrEqual(leftSeconds + 1);
  expect(received?.vapid).toMatchObject({ aud: world.service.origin, sub: "mailto:team@signals.example" });

  // Isolates meet, and each message of the queue is there twice.
  await Promise.all([world.site.runMinuteJobs(), world.site.runMinuteJobs(), world.site.runMinuteJobs()]);
  await world.site.deliver({ push: 1 }, { push: 1 });
  const later = await world.publish();
  await expect.poll(() => heard(german)).toContain(later.id);
  await expect.poll(() => heard(french)).toContain(later.id);
  expect([heard(german), heard(french)]).toEqual([
    [signal.id, later.id],
    [signal.id, later.id],
  ]);
  await world.close();
});
