/** Push subscriptions, and a member's settings for notifications. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import {
  createMemberWorld,
  NOT_SET,
  NOT_SIGNED_IN,
  PASSCODE,
  refusalOf,
  type SignedIn,
} from "../member-world.ts";
import { addSomeTrader, createRecord, DAY_MS } from "../signals/record.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";

const NOTIFICATIONS = "/api/profile/notifications/";
const SUBSCRIPTIONS = "/api/profile/push-subscriptions/";
const [SITE_KEY] = env.VAPID_KEYS.split(":");

const register = async ({ ask }: SignedIn, browser?: object) =>
  ask("POST", SUBSCRIPTIONS, browser ?? (await createBrowser()));
const read = async ({ ask }: SignedIn) => (await ask("GET", NOTIFICATIONS)).json<Record<string, unknown>>();
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

  it.each([
    ["http://push.example.com/a", "https"],
    ["https://127.0.0.1/a", "IP"],
    ["https://localhost/a", "public name"],
    ["https://push.internal/a", "public name"],
    ["https://me:secret@push.example.com/a", "user name"],
    ["https://push.example.com:22/a", "port"],
    ["ftp://push.example.com/a", "https"],
    [`https://push.example.com/${"a".repeat(2000)}`, "2000 characters"],
  ])("is refused for the endpoint %s", async (endpoint, words) => {
    const member = await createMemberWorld().signInHolder();
    const answer = await register(member, await createBrowser({ endpoint }));
    expect(answer.status).toBe(400);
    const { endpoint: messages } = await answer.json<Record<string, string[]>>();
    expect(messages?.join()).toMatch(
      words === "https" ? /https|public|valid/ : new RegExp(`${words}|valid|no more than`),
    );
  });

  it("may have a local or public endpoint if the site runs locally", async () => {
    const member = await createMemberWorld({ isLocal: true }).signInHolder();
    for (const endpoint of ["http://127.0.0.1:3000/a", "https://push.example.com/a"])
      expect((await register(member, await createBrowser({ endpoint }))).status).toBe(201);
    const inner = await createBrowser({ endpoint: "http://10.0.0.1/a" });
    expect((await register(member, inner)).status).toBe(400);
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
    expect(answer.status).toBe(400);
    expect(Object.keys(await answer.json<object>())).toContain(`keys.${Object.keys(wrong)[0]}`);
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
    expect(await refusalOf(await world.visitor("POST", SUBSCRIPTIONS, browser))).toEqual(NOT_SIGNED_IN);
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

describe("a push subscription ends", () => {
  const openTwo = async () => {
    const world = createMemberWorld();
    const here = await world.signInHolder();
    const elsewhere = await world.signInAgain(here);
    const endpoints = { here: "", elsewhere: "" };
    for (const [name, session] of [
      ["here", here],
      ["elsewhere", elsewhere],
    ] as const) {
      const browser = await createBrowser();
      await register(session, browser);
      endpoints[name] = browser.endpoint;
    }
    return { world, here, elsewhere, endpoints };
  };
  const kept = async ({ account }: SignedIn) => {
    const sql = "SELECT count(*) AS count FROM push_subscriptions WHERE account_id = ?";
    return env.DB.prepare(sql).bind(account.id).first("count");
  };

  it("at sign-out of its own session, but not of another", async () => {
    const { world, here, elsewhere, endpoints } = await openTwo();
    await world.post("/api/auth/logout/", { refresh: here.tokens.refresh });
    expect(await devices(elsewhere)).toMatchObject([{ endpoint: endpoints.elsewhere }]);
  });

  it("when its session is ended with all others", async () => {
    const { here, elsewhere, endpoints } = await openTwo();
    const answer = await here.ask("POST", "/api/profile/sessions/end-others/");
    // Of the sessions, and not of what ends with them.
    expect(await answer.json()).toEqual({ ended: 1 });
    expect(await devices(here)).toMatchObject([{ endpoint: endpoints.here }]);
    expect((await elsewhere.ask("GET", NOTIFICATIONS)).status).toBe(401);
  });

  it("when a new passcode is set, except in the session that sets it", async () => {
    const { here, endpoints } = await openTwo();
    await here.ask("POST", "/api/auth/me/passcode/", {
      passcode: "another horse",
      current_passcode: PASSCODE,
    });
    expect(await devices(here)).toMatchObject([{ endpoint: endpoints.here }]);
  });

  it("when staff sign the account out, deactivate it, or remove its passcode", async () => {
    for (const act of ["end-sessions", { is_active: false }, { passcode: null }]) {
      const { world, here } = await openTwo();
      const staff = await world.signInStaff();
      const path = `/api/admin/accounts/${here.account.id}/`;
      const answer =
        typeof act === "string"
          ? await staff.ask("POST", `${path}${act}/`)
          : await staff.ask("PATCH", path, { ...act, current_passcode: PASSCODE });
      expect(answer.status).toBe(200);
      expect(await kept(here)).toBe(0);
    }
  });

  it("when the account is deleted", async () => {
    const { here } = await openTwo();
    const body = { confirm: here.account.pocketoptionId, current_passcode: PASSCODE };
    expect((await here.ask("DELETE", "/api/profile/", body)).status).toBe(204);
    expect(await kept(here)).toBe(0);
  });

  it("only later if its session expires, since notifications are for members who are away", async () => {
    const { world, here } = await openTwo();
    world.pass(2 * DAY_MS);
    await purgeExpiredSessions(world.deps);
    expect(await kept(here)).toBe(2);
    // And still by whatever would have ended that session.
    await world.post("/api/auth/logout/", { refresh: here.tokens.refresh });
    expect(await kept(here)).toBe(1);
    const later = await world.signInAgain(here);
    const { endpoint, ...browser } = await createBrowser();
    await register(later, { endpoint, ...browser });
    await later.ask("POST", "/api/auth/me/passcode/", {
      passcode: "another horse",
      current_passcode: PASSCODE,
    });
    expect(await devices(later)).toMatchObject([{ endpoint }]);
  });

  it("after its session has expired, if staff forbid sign-in by the id alone", async () => {
    const world = createMemberWorld();
    const stranger = await world.signInMember();
    await register(stranger);
    world.pass(2 * DAY_MS);
    await purgeExpiredSessions(world.deps);
    const staff = await world.signInStaff();
    const path = `/api/admin/accounts/${stranger.account.id}/`;
    const answer = await staff.ask("PATCH", path, { id_alone: false, current_passcode: PASSCODE });
    expect(answer.status).toBe(200);
    expect(await kept(stranger)).toBe(0);
  });

  it.each(["end-others", "end-sessions"])("after its session has expired, by %s", async (how) => {
    const { world, here } = await openTwo();
    world.pass(2 * DAY_MS);
    await purgeExpiredSessions(world.deps);
    const later = await world.signInAgain(here);
    if (how === "end-others") await later.ask("POST", "/api/profile/sessions/end-others/");
    else {
      const staff = await world.signInStaff();
      await staff.ask("POST", `/api/admin/accounts/${here.account.id}/end-sessions/`);
    }
    expect(await kept(here)).toBe(0);
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
    expect(answer.status).toBe(400);
    expect(Object.keys(await answer.json<object>())).toContain(field);
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

  it("cannot be changed in a session that was opened with the id alone", async () => {
    const member = await createMemberWorld().signInMember();
    expect(await refusalOf(await member.ask("PATCH", NOTIFICATIONS, { push: false }))).toEqual(NOT_SET);
    expect(await read(member)).toMatchObject({ push: true });
  });
});
