import { describe, expect, it } from "vitest";
import { auditTrail } from "../admin/audit-trail.ts";
import { createMemberWorld, PASSCODE, refusalOf } from "../member-world.ts";

const PATH = "/api/auth/me/passcode/";

describe("a member's passcode", () => {
  it("is logged when it is changed, but not when the change is refused", async () => {
    const world = createMemberWorld();
    const { ask, account } = await world.signInHolder();
    await ask("POST", PATH, { passcode: "another horse", current_passcode: "wrong horse" });
    await ask("POST", PATH, { passcode: "another horse", current_passcode: PASSCODE });
    const own = { actor_id: account.id, network: "203.0.113.0/24", detail: {} };
    expect(await auditTrail("target", account.id)).toMatchObject([{ ...own, action: "passcode_changed" }]);
  });

  it("is changed only with the current one, and every other session ends", async () => {
    const world = createMemberWorld();
    const here = await world.signInHolder();
    const there = await world.signInAgain(here);
    const wrong = { passcode: "another horse", current_passcode: "wrong horse" };
    expect(await refusalOf(await here.ask("POST", PATH, wrong))).toEqual({
      status: 400,
      code: "wrong_passcode",
    });
    expect(await refusalOf(await here.ask("POST", PATH, { passcode: "another horse" }))).toEqual({
      status: 400,
      code: "passcode_missing",
    });
    expect((await there.ask("GET", "/api/auth/me/")).status).toBe(200);

    const right = { passcode: "another horse", current_passcode: PASSCODE };
    expect((await here.ask("POST", PATH, right)).status).toBe(200);
    expect((await here.ask("GET", "/api/auth/me/")).status).toBe(200);
    expect((await there.ask("GET", "/api/auth/me/")).status).toBe(401);
    expect((await world.refresh(there.tokens.refresh)).status).toBe(401);
    const credentials = { pocketoption_id: here.account.pocketoptionId, passcode: "another horse" };
    expect((await world.post("/api/auth/login/", credentials)).status).toBe(200);
  });

  it("is changed only once if two requests with the same current one arrive at the same moment", async () => {
    const { ask } = await createMemberWorld().signInHolder();
    const change = (passcode: string) => ask("POST", PATH, { passcode, current_passcode: PASSCODE });
    const answers = await Promise.all([change("one horse more"), change("another horse")]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  });

  it("can be changed any number of times with the current one", async () => {
    const { ask } = await createMemberWorld().signInHolder();
    const body = { passcode: PASSCODE, current_passcode: PASSCODE };
    for (let time = 0; time < 11; time += 1) expect((await ask("POST", PATH, body)).status).toBe(200);
  });

  it("cannot be guessed without limit in an open session", async () => {
    const world = createMemberWorld();
    const { ask } = await world.signInHolder();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { passcode: "another horse", current_passcode: `guess number ${attempt}` };
      statuses.push((await ask("POST", PATH, body)).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
    expect(world.logged.map(({ event }) => event)).toContain("passcode_confirmation_throttled");
  });

  it("cannot be too short", async () => {
    const { ask } = await createMemberWorld().signInHolder();
    expect(await refusalOf(await ask("POST", PATH, { passcode: "short" }))).toEqual({
      status: 400,
      code: "invalid",
    });
  });
});
