/** Push subscriptions, and a member's settings for notifications. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createBrowser } from "#tests/support/push-browser.ts";
import { createMemberWorld, NOT_SET, refusalOf, type SignedIn } from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";

const NOTIFICATIONS = "/api/profile/notifications/";
const SUBSCRIPTIONS = "/api/profile/push-subscriptions/";
const [SITE_KEY] = env.VAPID_KEYS.split(":");

const register = async ({ ask }: SignedIn, browser?: object) =>
  ask("POST", SUBSCRIPTIONS, browser ?? (await createBrowser()));
const read = async ({ ask }: SignedIn) => (await ask("GET", NOTIFICATIONS)).json<Record<string, unknown>>();
/** Names of the fields, if the answer is that they are invalid. */
const refusedFields = async (answer: Response) =>
  answer.status === 400 ? Object.keys(await answer.json<object>()) : [];
const devices = async (member: SignedIn) => {
  const { devices } = await read(member);
  return Array.isArray(devices) ? devices : [];
};

describe("a push subscription", () => {
  it("is shown to its member only, with its device and endpoint", async () => {
    const world = createMemberWorld();
    const member = await world.signInHolder();
    const other = await world.signInAgain(member);
    const browser = await createBrowser();
    const answer = await register(member, browser);
    expect(answer.status).toBe(201);
    const entry = await answer.json();
    expect(entry).toEqual({
      id: expect.any(String),
      device: "",
      created_at: "2026-03-01T12:00:00.250Z",
      endpoint: browser.endpoint,
    });
    for (const session of [member, other]) expect(await devices(session)).toEqual([entry]);
    expect(await devices(await world.signInHolder())).toEqual([]);
  });

  it("is stored once if it is sent again, and belongs to the last session that sent it", async () => {
    const world = createMemberWorld();
    const member = await world.signInHolder();
    const browser = await createBrowser();
    const first = await (await register(member, browser)).json<{ id: string }>();
    world.pass(1000);
    const later = await world.signInAgain(member);
    await register(later, { ...browser, language: "it" });
    expect(await devices(later)).toEqual([{ ...first, created_at: "2026-03-01T12:00:01.250Z" }]);
    await world.post("/api/auth/logout/", { refresh: member.tokens.refresh });
    expect(await devices(later)).toHaveLength(1);
    await world.post("/api/auth/logout/", { refresh: later.tokens.refresh });
    expect(await devices(await world.signInAgain(member))).toEqual([]);
  });

  it("moves to another account that sends its endpoint, with a new id", async () => {
    const world = createMemberWorld();
    const [before, after] = [await world.signInHolder(), await world.signInHolder()];
    const browser = await createBrowser();
    const first = await (await register(before, browser)).json<{ id: string }>();
    await register(after, browser);
    expect(await devices(before)).toEqual([]);
    expect(await devices(after)).toHaveLength(1);
    expect((await devices(after))[0]?.id).not.toBe(first.id);
  });

  it(`replaces the oldest one if a member has ${MAX_PUSH_SUBSCRIPTIONS} already`, async () => {
    const world = createMemberWorld();
    const member = await world.signInHolder();
    for (let count = 0; count <= MAX_PUSH_SUBSCRIPTIONS; count += 1) {
      await register(member, await createBrowser({ endpoint: `https://push.example.org/${count}` }));
      world.pass(1);
    }
    const { results } = await env.DB.prepare("SELECT endpoint FROM push_subscriptions WHERE account_id = ?")
      .bind(member.account.id)
      .all();
    expect(results).toHaveLength(MAX_PUSH_SUBSCRIPTIONS);
    expect(results.map(({ endpoint }) => endpoint)).not.toContain("https://push.example.org/0");
  });

  it("has a public endpoint of at most 2000 characters, or a local one if the site runs locally", async () => {
    const [deployed, local] = [createMemberWorld(), createMemberWorld({ isLocal: true })];
    const [member, developer] = [await deployed.signInHolder(), await local.signInHolder()];
    const answerTo = async (who: SignedIn, endpoint: string) =>
      refusedFields(await register(who, await createBrowser({ endpoint })));
    for (const endpoint of ["https://localhost/a", `https://push.example.com/${"a".repeat(2000)}`])
      expect(await answerTo(member, endpoint)).toContain("endpoint");
    for (const endpoint of ["http://127.0.0.1:3000/a", "https://push.example.com/a"])
      expect(await answerTo(developer, endpoint)).toEqual([]);
    expect(await answerTo(developer, "http://10.0.0.1/a")).toContain("endpoint");
  });

  it.each([
    ["p256dh off the curve", { p256dh: `BA${"A".repeat(85)}` }],
    ["p256dh of 64 bytes", { p256dh: `B${"A".repeat(85)}` }],
    ["p256dh in compressed form", { p256dh: `A${"A".repeat(86)}` }],
    ["auth of 15 bytes", { auth: "A".repeat(20) }],
    ["auth with padding", { auth: `${"A".repeat(22)}==` }],
  ])("is refused with %s", async (_, wrong) => {
    const member = await createMemberWorld().signInHolder();
    const browser = await createBrowser();
    const answer = await register(member, { ...browser, keys: { ...browser.keys, ...wrong } });
    expect(await refusedFields(answer)).toContain(`keys.${Object.keys(wrong)[0]}`);
  });

  it("of an account without a passcode can be added, and removed by its endpoint only", async () => {
    const member = await createMemberWorld().signInMember();
    const browser = await createBrowser();
    const { id } = await (await register(member, browser)).json<{ id: string }>();
    expect(await refusalOf(await member.ask("DELETE", `${SUBSCRIPTIONS}${id}/`))).toEqual(NOT_SET);
    const body = { endpoint: browser.endpoint };
    expect((await member.ask("DELETE", SUBSCRIPTIONS, body)).status).toBe(204);
    expect((await member.ask("DELETE", SUBSCRIPTIONS, body)).status).toBe(204);
    expect(await devices(member)).toEqual([]);
  });

  it("of an account without a passcode is shown in its own session only", async () => {
    const world = createMemberWorld();
    const owner = await world.signInMember();
    await register(owner);
    expect(await devices(owner)).toHaveLength(1);
    expect(await devices(await world.signInAgain(owner))).toEqual([]);
  });

  it("of an account without a passcode pushes out only what its own session has added", async () => {
    const world = createMemberWorld();
    const owner = await world.signInMember();
    const ofOwner = await createBrowser();
    await register(owner, ofOwner);
    const stranger = await world.signInAgain(owner);
    for (let count = 0; count <= MAX_PUSH_SUBSCRIPTIONS; count += 1) {
      world.pass(1);
      expect((await register(stranger)).status).toBe(201);
    }
    expect(await devices(stranger)).toHaveLength(1);
    await stranger.ask("DELETE", SUBSCRIPTIONS, { endpoint: ofOwner.endpoint });
    for (let count = 2; count < MAX_PUSH_SUBSCRIPTIONS; count += 1)
      expect((await register(await world.signInAgain(owner))).status).toBe(201);
    const full = { status: 409, code: "too_many_push_subscriptions" };
    expect(await refusalOf(await register(await world.signInAgain(owner)))).toEqual(full);
    expect((await register(owner, ofOwner)).status).toBe(201);
    expect((await register(stranger)).status).toBe(201);
    expect(await devices(owner)).toMatchObject([{ endpoint: ofOwner.endpoint }]);
  });

  it("can be removed by its member only", async () => {
    const world = createMemberWorld();
    const [member, other] = [await world.signInHolder(), await world.signInHolder()];
    const browser = await createBrowser();
    const { id } = await (await register(member, browser)).json<{ id: string }>();
    expect(await refusalOf(await other.ask("DELETE", `${SUBSCRIPTIONS}${id}/`))).toMatchObject({
      status: 404,
    });
    await other.ask("DELETE", SUBSCRIPTIONS, { endpoint: browser.endpoint });
    expect(await devices(member)).toHaveLength(1);
    expect((await member.ask("DELETE", `${SUBSCRIPTIONS}${id}/`)).status).toBe(204);
    expect(await devices(member)).toEqual([]);
  });

  it("is refused if the site has no VAPID key, which the settings show", async () => {
    const member = await createMemberWorld({ vapidKeys: async () => null }).signInHolder();
    expect(await refusalOf(await register(member))).toEqual({ status: 503, code: "push_not_configured" });
    expect(await read(member)).toMatchObject({ public_key: null, devices: [] });
  });

  it("for another VAPID key is not listed", async () => {
    const member = await createMemberWorld().signInHolder();
    await register(member);
    await env.DB.prepare("UPDATE push_subscriptions SET server_key = ?").bind("B".repeat(87)).run();
    expect(await devices(member)).toEqual([]);
  });
});

describe("a member's notification settings", () => {
  it("are on without quiet hours by default, and a change leaves the other settings", async () => {
    const member = await createMemberWorld().signInHolder();
    const untouched = {
      public_key: SITE_KEY,
      push: true,
      quiet_from: null,
      quiet_until: null,
      time_zone: null,
      language: null,
      devices: [],
      muted: [],
    };
    expect(await read(member)).toEqual(untouched);
    const change = async (changes: object) => (await member.ask("PATCH", NOTIFICATIONS, changes)).json();
    expect(await change({ quiet_from: "22:00", quiet_until: "07:00" })).toMatchObject({
      push: true,
      quiet_from: "22:00",
    });
    expect(await change({ push: false, time_zone: "Europe/Berlin", language: "de" })).toEqual({
      ...untouched,
      push: false,
      quiet_from: "22:00",
      quiet_until: "07:00",
      time_zone: "Europe/Berlin",
      language: "de",
    });
    expect(await (await member.ask("GET", "/api/auth/me/")).json()).toMatchObject({
      language: "de",
      time_zone: "Europe/Berlin",
    });
    expect(await change({ quiet_from: null, quiet_until: null, push: true })).toMatchObject({
      push: true,
      quiet_from: null,
      quiet_until: null,
    });
    expect(await change({})).toMatchObject({ language: "de" });
  });

  it.each([
    [{ quiet_from: "22:00" }, "quiet_until"],
    [{ quiet_until: "22:00" }, "quiet_from"],
    [{ quiet_from: "22:00", quiet_until: null }, "quiet_until"],
    [{ quiet_from: null, quiet_until: "22:00" }, "quiet_from"],
    [{ quiet_from: "22:00", quiet_until: "22:00" }, "quiet_until"],
    [{ quiet_from: "24:00", quiet_until: "07:00" }, "quiet_from"],
    [{ quiet_from: "7:00", quiet_until: "08:00" }, "quiet_from"],
    [{ time_zone: "Mars/Base" }, "time_zone"],
    [{ language: "xx" }, "language"],
    [{ push: "yes" }, "push"],
    [{ muted: ["A B"] }, "muted.0"],
  ])("cannot be changed to %j", async (changes, field) => {
    const member = await createMemberWorld().signInHolder();
    const answer = await member.ask("PATCH", NOTIFICATIONS, changes);
    expect(await refusedFields(answer)).toContain(field);
    expect(await read(member)).toMatchObject({ push: true, quiet_from: null, time_zone: null });
  });

  it("mute only traders that the member follows", async () => {
    const record = createRecord();
    const [muted, told, stranger] = [
      await addSomeTrader(record, "a"),
      await addSomeTrader(record, "b"),
      await addSomeTrader(record, "c"),
    ];
    const world = createMemberWorld();
    const [member, other] = [await world.signInHolder(), await world.signInHolder()];
    for (const { ask } of [member, other])
      for (const handle of [muted, told]) await ask("PUT", `/api/profile/follows/${handle}/`);
    await member.ask("PATCH", NOTIFICATIONS, { muted: [muted, stranger] });
    expect(await read(member)).toMatchObject({ muted: [muted] });
    expect(await read(other)).toMatchObject({ muted: [] });
    await member.ask("PATCH", NOTIFICATIONS, { muted: [told] });
    expect(await read(member)).toMatchObject({ muted: [told] });
    await member.ask("PATCH", NOTIFICATIONS, { push: true });
    expect(await read(member)).toMatchObject({ muted: [told] });
  });
});
