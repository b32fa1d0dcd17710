import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { requireMember, requireStaff } from "#worker/api/session/index.ts";
import { createSessionWorld, describeAnswer, type SessionWorld } from "./session-world.ts";

function createDoors({ deps }: SessionWorld) {
  return new Hono<ApiEnv>()
    .use((c, next) => {
      c.set("deps", deps);
      return next();
    })
    .get("/members/", requireMember, (c) => c.json(c.var.member))
    .get("/staff/", requireStaff, (c) => c.json(c.var.member));
}

describe("requireMember and requireStaff", () => {
  it("let a member pass, but not to staff's routes", async () => {
    const world = createSessionWorld();
    const headers = { Authorization: `Bearer ${(await world.signIn()).access}` };
    expect((await createDoors(world).request("/members/", { headers })).status).toBe(200);
    expect(await describeAnswer(await createDoors(world).request("/staff/", { headers }))).toEqual({
      status: 403,
      challenge: null,
      body: { detail: "You do not have permission to perform this action.", code: "permission_denied" },
    });
  });

  it("use the current role of the account, not the role when the token was issued", async () => {
    const world = createSessionWorld();
    const account = await world.createAccount({ role: "staff", passcode: "correct horse" });
    const headers = { Authorization: `Bearer ${(await world.signIn(account)).access}` };
    await env.DB.prepare("UPDATE accounts SET role = 'member' WHERE id = ?").bind(account.id).run();
    expect((await createDoors(world).request("/staff/", { headers })).status).toBe(403);
  });
});
