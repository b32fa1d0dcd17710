/** Sessions on servers whose clocks are ten minutes wrong. */
import { describe, expect, it } from "vitest";
import type { TokenPair } from "#shared/contracts/session.ts";
import { createSessionWorld } from "./session/session-world.ts";
import { REFRESH_GRACE_SECONDS } from "#shared/limits/sessions.ts";

const SKEW_MS = 10 * 60_000;
const bearer = ({ access }: TokenPair) => `Bearer ${access}`;

describe.each([
  ["ahead of", SKEW_MS],
  ["behind", -SKEW_MS],
])("a server whose clock is suddenly 10 minutes %s what it was", (_name, stepMs) => {
  it("keeps every member signed in, with one token refresh at most", async () => {
    const { me, pass, refresh, signIn } = createSessionWorld();
    const tokens = await signIn();
    pass(stepMs);
    const status = (await me(bearer(tokens))).status;
    expect(status).toBe(stepMs > 0 ? 401 : 200);
    const next = await (await refresh(tokens.refresh)).json<TokenPair>();
    expect((await me(bearer(next))).status).toBe(200);
    expect((await refresh(next.refresh)).status).toBe(200);
  });

  it("goes on throttling sign-in attempts, and does not throttle them for ever", async () => {
    const { createAccount, pass, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: "correct horse" });
    const attempt = () => post("/api/auth/login/", { pocketoption_id: pocketoptionId });
    for (let times = 0; times < 10; times += 1) await attempt();
    pass(stepMs);
    const throttled = await attempt();
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers.get("Retry-After"))).toBeLessThanOrEqual(25 * 60);
    pass(25 * 60_000);
    expect((await attempt()).status).toBe(401);
  });
});

describe("two servers whose clocks are 10 minutes apart", () => {
  it.each([
    ["ahead", SKEW_MS],
    ["behind", -SKEW_MS],
  ])("accept each other's sessions when the second server is %s", async (_name, apartMs) => {
    const one = createSessionWorld();
    const other = createSessionWorld();
    other.pass(one.deps.now() - other.deps.now() + apartMs);
    const first = await one.signIn();
    const second = await (await other.refresh(first.refresh)).json<TokenPair>();
    const third = await (await one.refresh(second.refresh)).json<TokenPair>();
    expect((await one.me(bearer(third))).status).toBe(200);
    expect((await other.refresh(third.refresh)).status).toBe(200);
  });

  it("repeat a lost refresh within the grace period, on the server that is behind", async () => {
    const ahead = createSessionWorld();
    const behind = createSessionWorld();
    behind.pass(ahead.deps.now() - behind.deps.now() - SKEW_MS);
    const first = await ahead.signIn();
    const lost = await (await ahead.refresh(first.refresh)).json<TokenPair>();
    behind.pass((REFRESH_GRACE_SECONDS - 1) * 1000);
    const again = await (await behind.refresh(first.refresh)).json<TokenPair>();
    expect(again.refresh).toBe(lost.refresh);
  });
});
