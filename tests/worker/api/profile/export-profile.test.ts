import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { createBrowser } from "#tests/support/push-browser.ts";
import { ProfileExport } from "#shared/contracts/profile.ts";
import { exportProfile } from "#worker/api/profile/export-profile.ts";
import { beforeBatches } from "../before-batches.ts";
import { CONFIRMED, createMemberWorld, NOT_FOUND, refusalOf } from "../member-world.ts";
import { sessionOf } from "../session/session-world.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const PATH = "/api/profile/export/";

describe("POST /api/profile/export/", () => {
  it("returns a file with all data about the member, and about nobody else", async () => {
    const record = createRecord();
    const later = await addSomeTrader(record);
    const handle = await addSomeTrader(record);
    const others = await addSomeTrader(record);
    const world = createMemberWorld();
    const somebodyElse = await world.signInMember({ name: "Somebody else" });
    await somebodyElse.ask("PUT", `/api/profile/follows/${others}/`);
    const { ask, account } = await world.signInHolder({ name: "Me" });
    await ask("PUT", `/api/profile/follows/${handle}/`);
    world.pass(1);
    await ask("PUT", `/api/profile/follows/${later}/`);
    const { endpoint, keys } = await createBrowser({ language: "de", time_zone: "Europe/Berlin" });
    const browser = { endpoint, keys, language: "de", time_zone: "Europe/Berlin" };
    await ask("POST", "/api/profile/push-subscriptions/", browser);
    await somebodyElse.ask("POST", "/api/profile/push-subscriptions/", await createBrowser());
    const set = { quiet_from: "22:00", quiet_until: "07:00", muted: [later] };
    await ask("PATCH", "/api/profile/notifications/", set);
    const answer = await ask("POST", PATH, CONFIRMED);
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="profile.json"');
    const text = await answer.text();
    const profile = v.parse(ProfileExport, JSON.parse(text));
    expect(JSON.parse(text).account, "nothing of it is replaced").toEqual(profile.account);
    expect(profile.account).toMatchObject({ pocketoption_id: account.pocketoptionId, name: "Me" });
    expect(profile.exported_at).toBe("2026-03-01T12:00:00.251Z");
    expect(profile.sessions).toMatchObject([{ is_current: true }]);
    expect(profile.follows).toEqual([
      { trader: handle, followed_at: "2026-03-01T12:00:00.250Z", is_muted: false },
      { trader: later, followed_at: "2026-03-01T12:00:00.251Z", is_muted: true },
    ]);
    expect(profile.notifications).toEqual({ push: true, quiet_from: "22:00", quiet_until: "07:00" });
    expect(profile.push_subscriptions).toEqual([
      {
        endpoint,
        device: "",
        language: "de",
        time_zone: "Europe/Berlin",
        created_at: "2026-03-01T12:00:00.251Z",
      },
    ]);
    for (const key of [keys.p256dh, keys.auth]) expect(text).not.toContain(key);
    expect(profile.acts).toEqual([
      {
        at: profile.exported_at,
        action: "profile_exported",
        by: "owner",
        detail: {},
        network: "203.0.113.0/24",
      },
    ]);
    expect(text).not.toMatch(/pbkdf2|Somebody else/);
  });

  it("contains every stored session, including ended and expired ones, however many", async () => {
    const world = createMemberWorld();
    const expired = await world.signInHolder();
    world.pass(24 * 60 * 60 * 1000);
    const ended = await world.signInAgain(expired);
    await world.post("/api/auth/logout/", { refresh: ended.tokens.refresh });
    const current = await world.signInAgain(expired);
    const since = world.deps.now();
    await env.DB.prepare(
      `WITH RECURSIVE counter (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counter WHERE n < 1100)
       INSERT INTO sessions (id, account_id, created_at, last_used_at, expires_at)
       SELECT ?1 || n, ?1, ?2, ?2, ?2 + 60000 FROM counter`,
    )
      .bind(current.account.id, since)
      .run();
    const { sessions } = v.parse(ProfileExport, await (await current.ask("POST", PATH, CONFIRMED)).json());
    expect(sessions).toHaveLength(1103);
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(1103);
    expect(sessions.slice(0, 3)).toMatchObject([
      { id: sessionOf(expired.tokens.access), is_current: false, ended_at: null },
      { id: sessionOf(ended.tokens.access), is_current: false, ended_at: new Date(since).toISOString() },
      { id: sessionOf(current.tokens.access), is_current: true, ended_at: null },
    ]);
  });

  it("is valid JSON even if sessions are deleted while it is read", async () => {
    const world = createMemberWorld();
    const member = await world.signInHolder();
    for (let count = 0; count < 2; count += 1) await world.signInAgain(member);
    const sessionId = sessionOf(member.tokens.access);
    const who = {
      member: { accountId: member.account.id, role: "member", sessionId },
      actor: { actorId: member.account.id, atMs: world.deps.now(), network: "", requestId: "request-1" },
    } as const;
    const reader = (await exportProfile(world.deps, who, 1))?.getReader();
    const decoder = new TextDecoder();
    let text = decoder.decode((await reader?.read())?.value);
    await env.DB.prepare("DELETE FROM sessions WHERE account_id = ?").bind(member.account.id).run();
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      text += decoder.decode(part.value);
    }
    const { sessions } = v.parse(ProfileExport, JSON.parse(text));
    expect(sessions[0]?.id).toBe(sessionId);
    expect(sessions.length).toBeLessThan(3);
  });

  it("answers 404 if the account is deleted meanwhile", async () => {
    const world = createMemberWorld();
    const member = await world.signInHolder();
    const deletion = env.DB.prepare("DELETE FROM accounts WHERE id = ?").bind(member.account.id);
    const meanwhile = createMemberWorld({ db: beforeBatches(() => deletion.run()) });
    const answer = await meanwhile.askAs(member)("POST", PATH, CONFIRMED);
    expect(await refusalOf(answer)).toEqual(NOT_FOUND);
  });
});
