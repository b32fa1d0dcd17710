/** Clocks that are ten minutes wrong: the server's, one of several servers', and an alert sender's. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { sha256 } from "#tests/support/chained.ts";
import type { TokenPair } from "#shared/contracts/session.ts";
import { readLedgerPage } from "#worker/api/ledger/read-ledger.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { createSessionWorld } from "./session/session-world.ts";
import { addSomeTrader, createRecord, signalBy } from "./signals/record.ts";
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

describe("two servers whose clocks are half a minute apart", () => {
  it("write one hash chain whose times never go back", async () => {
    const record = createRecord(Date.UTC(2026, 3, 2));
    const trader = await addSomeTrader(record);
    const startMs = record.clock.ms;
    for (const apartMs of [0, 30_000, -30_000, 0, 30_000]) {
      record.clock.ms = startMs + apartMs;
      const at = (minutes: number) => new Date(startMs + minutes * 60_000).toISOString();
      const times = { entry_at: at(5), expires_at: at(60) };
      const signal = await publishSignal(record.deps, signalBy(trader, record, times));
      // Late only where its entry has passed by the record's own time.
      expect(signal.is_late).toBe(signal.entry_at < signal.published_at);
    }
    const { results } = await readLedgerPage(drizzle(env.DB), 0, 1_000);
    expect(await verifyChain(results, { sha256 })).toMatchObject({ holds: true });
  });
});
