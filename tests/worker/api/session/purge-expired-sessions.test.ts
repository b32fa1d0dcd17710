import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { purgeExpiredSessions } from "#worker/api/session/index.ts";
import { createSessionWorld, sessionOf, tokensOf } from "./session-world.ts";

const HOUR_MS = 60 * 60 * 1000;

describe("purgeExpiredSessions", () => {
  it("deletes expired sessions and tokens, and keeps those that can still be used", async () => {
    const { deps, logged, pass, refresh, signIn } = createSessionWorld();
    const abandoned = await signIn();
    const kept = await signIn();
    pass(23 * HOUR_MS);
    const renewed = await tokensOf(await refresh(kept.refresh));
    pass(HOUR_MS);
    await purgeExpiredSessions(deps);

    const count = (table: string, column: string, token: string) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`)
        .bind(sessionOf(token))
        .first("n");
    expect(await count("sessions", "id", abandoned.refresh)).toBe(0);
    expect(await count("session_tokens", "session_id", abandoned.refresh)).toBe(0);
    expect(await count("sessions", "id", kept.refresh)).toBe(1);
    expect(await count("session_tokens", "session_id", kept.refresh)).toBe(1);
    expect((await refresh(renewed.refresh)).status).toBe(200);
    expect(logged).toEqual([{ level: "info", event: "expired_sessions_purged", sessions: 1, invites: 0 }]);
  });

  it("keeps a revoked session until its tokens expire, so that they stay blacklisted", async () => {
    const { deps, pass, post, refresh, signIn } = createSessionWorld();
    const tokens = await signIn();
    await post("/api/auth/logout/", { refresh: tokens.refresh });
    pass(23 * HOUR_MS);
    await purgeExpiredSessions(deps);
    const response = await refresh(tokens.refresh);
    expect(await response.json()).toMatchObject({ detail: "Token is blacklisted" });
  });
});
