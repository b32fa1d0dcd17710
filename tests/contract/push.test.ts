/** Followers are notified of a new signal once, in their language and time zone. */
import { base64url } from "jose";
import { expect, it } from "vitest";
import { decrypt } from "#tests/support/push-browser.ts";
import { type Follower, startPushSite } from "#tests/support/push-site.ts";

it("the test decrypts messages correctly, as the example of RFC 8291 shows", async () => {
  const p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
  const point = base64url.decode(p256dh);
  const privateKey = await crypto.subtle.importKey(
    "jwk",
    {
      kty: "EC",
      crv: "P-256",
      x: base64url.encode(point.subarray(1, 33)),
      y: base64url.encode(point.subarray(33)),
      d: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
    },
    { name: "ECDH", namedCurve: "P-256" },
    false,
    ["deriveBits"],
  );
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  const keys = {
    p256dh,
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    privateKey,
  };
  expect(await decrypt(keys, new Uint8Array(base64url.decode(body)))).toBe(
    "When I grow up, I want to be a watermelon",
  );
});

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
  const clock = (at: string, timeZone: string) =>
    new Intl.DateTimeFormat("de", { timeZone, hour: "2-digit", minute: "2-digit" }).format(Date.parse(at));
  const [tokyo, newYork] = ["Asia/Tokyo", "America/New_York"].map((zone) => [
    clock(signal.entry_at, zone),
    clock(signal.expires_at, zone),
  ]);
  const [received] = german.browser.received;
  expect(received?.message).toEqual({
    type: "signal.published",
    signal_id: signal.id,
    title: "North Light",
    body: expect.stringMatching(/^EUR\/USD steigend, .+, Auszahlung 85\u00a0%$/),
    path: `/de/signal/${signal.id}`,
    language: "de",
    tag: signal.id,
    timestamp: signal.published_at,
  });
  for (const time of tokyo ?? []) expect(received?.message.body).toContain(time);
  const [other] = french.browser.received;
  expect(other?.message.body).toMatch(/^EUR\/USD à la hausse, .+, rendement 85[\u202f\u00a0]+%$/);
  expect(other?.message.path).toBe(`/fr/signal/${signal.id}`);
  for (const time of newYork ?? []) expect(other?.message.body).toContain(time);

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
