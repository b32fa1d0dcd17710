/** Push subscriptions, and a member's settings for notifications. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createBrowser } from "#tests/support/push-browser.ts";
import { createMemberWorld, type MemberWorld, NOT_SET, refusalOf, type SignedIn } from "../member-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";

const NOTIFICATIONS = "/api/profile/notifications/";
const SUBSCRIPTIONS = "/api/profile/push-subscriptions/";
const [SITE_KEY] = env.VAPID_KEYS.split(":");

let world: MemberWorld;
let member: SignedIn;

beforeEach(async () => {
  world = createMemberWorld();
  member = await world.signInHolder();
});

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
    const other = await world.signInHolder();
    const browser = await createBrowser();
    const first = await (await register(member, browser)).json<{ id: string }>();
    await register(other, browser);
    expect(await devices(member)).toEqual([]);
    expect(await devices(other)).toEqual([expect.not.objectContaining({ id: first.id })]);
  });

  it(`replaces the oldest one if a member has ${MAX_PUSH_SUBSCRIPTIONS} already`, async () => {
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
    const developer = await createMemberWorld({ isLocal: true }).signInHolder();
    const answerTo = async (who: SignedIn, endpoint: string) =>
      refusedFields(await register(who, await createBrowser({ endpoint })));
    for (const endpoint of ["https://localhost/a", `https://push.example.com/${"a".repeat(2000)}`])
      expect(await answerTo(member, endpoint)).toContain("endpoint");
    for (const endpoint of ["http://127.0.0.1:3000/a", "https://push.example.com/a"])
      expect(await answerTo(developer, endpoint)).toEqual([]);
    expect(await answerTo(developer, "http://10.0.0.1/a")).toContain("endpoint");
  });

  it("is refused with a key that is no point on the curve", async () => {
    const browser = await createBrowser();
    const keys = { ...browser.keys, p256dh: `BA${"A".repeat(85)}` };
    expect(await refusedFields(await register(member, { ...browser, keys }))).toContain("keys.p256dh");
  });

  it("of an account without a passcode can be added, and removed by its endpoint only", async () => {
    const member = await world.signInMember();
    const browser = await createBrowser();
    const { id } = await (await register(member, browser)).json<{ id: string }>();
    expect(await refusalOf(await member.ask("DELETE", `${SUBSCRIPTIONS}${id}/`))).toEqual(NOT_SET);
    const body = { endpoint: browser.endpoint };
    expect((await member.ask("DELETE", SUBSCRIPTIONS, body)).status).toBe(204);
    expect((await member.ask("DELETE", SUBSCRIPTIONS, body)).status).toBe(204);
    expect(await devices(member)).toEqual([]);
  });

  it("of an account without a passcode is shown in its own session only", async () => {
    const owner = await world.signInMember();
    await register(owner);
    expect(await devices(owner)).toHaveLength(1);
    expect(await devices(await world.signInAgain(owner))).toEqual([]);
  });

  it("of an account without a passcode pushes out only what its own session has added", async () => {
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
    const other = await world.signInHolder();
    const browser = await createBrowser();
    const { id } = await (await register(member, browser)).json<{ id: string }>();
    expect((await other.ask("DELETE", `${SUBSCRIPTIONS}${id}/`)).status).toBe(404);
    await other.ask("DELETE", SUBSCRIPTIONS, { endpoint: browser.endpoint });
    expect(await devices(member)).toHaveLength(1);
    expect((await member.ask("DELETE", `${SUBSCRIPTIONS}${id}/`)).status).toBe(204);
    expect(await devices(member)).toEqual([]);
  });

  it("is refused if the site has no VAPID key, which the settings show", async () => {
    const unset = await createMemberWorld({ vapidKeys: async () => null }).signInHolder();
    expect(await refusalOf(await register(unset))).toEqual({ status: 503, code: "push_not_configured" });
    expect(await read(unset)).toMatchObject({ public_key: null, devices: [] });
  });

  it("for another VAPID key is not listed", async () => {
    await register(member);
    await env.DB.prepare("UPDATE push_subscriptions SET server_key = ?").bind("B".repeat(87)).run();
    expect(await devices(member)).toEqual([]);
  });
});

describe("a member's notification settings", () => {
  it("are on without quiet hours by default, and a change leaves the other settings", async () => {
    const noQuietHours = { quiet_from: null, quiet_until: null };
    const untouched = {
      push: true,
      ...noQuietHours,
      time_zone: null,
      language: null,
      devices: [],
      muted: [],
    };
    expect(await read(member)).toEqual({ public_key: SITE_KEY, ...untouched });
    const change = async (changes: object) => (await member.ask("PATCH", NOTIFICATIONS, changes)).json();
    const night = { quiet_from: "22:00", quiet_until: "07:00" };
    expect(await change(night)).toMatchObject({ ...untouched, ...night });
    const german = { language: "de", time_zone: "Europe/Berlin" };
    const off = { push: false, ...german };
    expect(await change(off)).toMatchObject({ ...untouched, ...night, ...off });
    expect(await (await member.ask("GET", "/api/auth/me/")).json()).toMatchObject(german);
    expect(await change({ push: true, ...noQuietHours })).toMatchObject({ ...untouched, ...german });
    expect(await change({})).toMatchObject({ ...untouched, ...german });
  });

  it("mute only traders that the member follows", async () => {
    const record = createRecord();
    const muted = await addSomeTrader(record);
    const told = await addSomeTrader(record);
    const stranger = await addSomeTrader(record);
    const other = await world.signInHolder();
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
