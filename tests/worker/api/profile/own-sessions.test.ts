import { describe, expect, it } from "vitest";
import { MemberSessionList } from "#shared/contracts/profile.ts";
import * as v from "valibot";
import { createMemberWorld, NOT_FOUND, refusalOf, type SignedIn } from "../member-world.ts";
import { sessionOf } from "../session/session-world.ts";

const PATH = "/api/profile/sessions/";

async function sessionsOf({ ask }: SignedIn) {
  return v.parse(MemberSessionList, await (await ask("GET", PATH)).json()).results;
}

describe("a member's sessions", () => {
  it("are listed with device, network and last use, the last used first", async () => {
    const world = createMemberWorld();
    const older = await world.signInHolder();
    world.pass(60_000);
    const newer = await world.signInAgain(older);
    const list = await sessionsOf(older);
    expect(list.map(({ id }) => id)).toEqual([
      sessionOf(newer.tokens.access),
      sessionOf(older.tokens.access),
    ]);
    expect(list.map(({ is_current }) => is_current)).toEqual([false, true]);
    expect(list[0]?.network).toMatch(/^2001:db8:[0-9a-f]+::\/48$/);
    expect(list[0]?.last_used_at).toBe("2026-03-01T12:01:00.250Z");
    world.pass(60_000);
    await world.refresh(older.tokens.refresh);
    expect((await sessionsOf(newer))[0]).toMatchObject({
      id: sessionOf(older.tokens.access),
      created_at: "2026-03-01T12:00:00.250Z",
      last_used_at: "2026-03-01T12:02:00.250Z",
      expires_at: "2026-03-02T13:02:00.250Z",
      is_current: false,
    });
  });

  it("can be ended one by one, which ends access and refresh", async () => {
    const world = createMemberWorld();
    const here = await world.signInHolder();
    const there = await world.signInAgain(here);
    const path = `${PATH}${sessionOf(there.tokens.access)}/`;
    expect((await here.ask("DELETE", path)).status).toBe(204);
    expect((await there.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect((await world.refresh(there.tokens.refresh)).status).toBe(401);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect(await refusalOf(await here.ask("DELETE", path))).toEqual(NOT_FOUND);
  });

  it("can be ended all at once, except the current one", async () => {
    const world = createMemberWorld();
    const here = await world.signInHolder();
    const others = [await world.signInAgain(here), await world.signInAgain(here)];
    expect(await (await here.ask("POST", `${PATH}end-others/`)).json()).toEqual({ ended: 2 });
    for (const other of others) expect((await other.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect((await here.ask("GET", "/api/auth/me/")).status).toBe(200);
    expect(await (await here.ask("POST", `${PATH}end-others/`)).json()).toEqual({ ended: 0 });
  });

  it("are neither listed nor ended if they have expired", async () => {
    const world = createMemberWorld();
    const old = await world.signInHolder();
    world.pass(24 * 60 * 60 * 1000);
    const here = await world.signInAgain(old);
    expect(await sessionsOf(here)).toHaveLength(1);
    expect(await (await here.ask("POST", `${PATH}end-others/`)).json()).toEqual({ ended: 0 });
    const answer = await here.ask("DELETE", `${PATH}${sessionOf(old.tokens.access)}/`);
    expect(await refusalOf(answer)).toEqual(NOT_FOUND);
  });

  it("are neither shown to nor ended by others", async () => {
    const world = createMemberWorld();
    const [mine, theirs] = [await world.signInHolder(), await world.signInHolder()];
    expect(await sessionsOf(mine)).toHaveLength(1);
    const answer = await mine.ask("DELETE", `${PATH}${sessionOf(theirs.tokens.access)}/`);
    expect(await refusalOf(answer)).toEqual(NOT_FOUND);
    await mine.ask("POST", `${PATH}end-others/`);
    expect((await theirs.ask("GET", "/api/auth/me/")).status).toBe(200);
  });
});
