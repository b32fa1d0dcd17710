import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SignInLimiter } from "#worker/api/session/sign-in-limiter.ts";

const limit = { maxAttempts: 3, windowMs: 60_000 };
const startMs = Date.UTC(2026, 2, 1);

type Attempt = (afterMs?: number) => Promise<number | "admitted">;
interface Inside {
  readonly limiter: SignInLimiter;
  readonly storage: DurableObjectStorage;
  /** Of one account, so long after the first one; gives the seconds to wait where it is refused. */
  readonly attempt: Attempt;
}

async function inLimiter(
  run: (inside: Inside) => Promise<void>,
  stub = env.SIGN_IN_LIMITER.getByName(crypto.randomUUID()),
): Promise<void> {
  await runInDurableObject(stub, async (limiter: DurableObject, { storage }) => {
    if (!(limiter instanceof SignInLimiter)) throw new TypeError("SIGN_IN_LIMITER is bound to another class");
    const attempt: Attempt = async (afterMs = 0) => {
      const admission = await limiter.admit(limit, "one", startMs + afterMs);
      return admission.admitted ? "admitted" : admission.retryAfterSeconds;
    };
    await run({ limiter, storage, attempt });
  });
}

describe("SignInLimiter", () => {
  it("admits as many attempts as the limit allows, then returns when the oldest leaves the window", () =>
    inLimiter(async ({ attempt }) => {
      for (const afterMs of [0, 10_000, 20_000]) expect(await attempt(afterMs)).toBe("admitted");
      expect(await attempt(20_500)).toBe(40);
      // What was refused does not count.
      for (let refused = 0; refused < 20; refused += 1) expect(await attempt(59_999)).toBe(1);
      expect(await attempt(60_000)).toBe("admitted");
      expect(await attempt(60_000)).toBe(10);
    }));

  it("returns how long an attempt would have to wait, without counting or storing anything", () =>
    inLimiter(async ({ limiter, storage, attempt }) => {
      expect(limiter.waitFor(limit, startMs)).toBe(null);
      expect(storage.sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([]);
      for (const afterMs of [0, 10_000]) await attempt(afterMs);
      expect(limiter.waitFor(limit, startMs + 20_000)).toBe(null);
      await attempt(20_000);
      expect(limiter.waitFor(limit, startMs + 20_500)).toBe(40);
      expect(limiter.waitFor(limit, startMs + 60_000)).toBe(null);
    }));

  it("removes one attempt, or all attempts of one account", () =>
    inLimiter(async ({ limiter, attempt }) => {
      const first = await limiter.admit(limit, "one", startMs);
      for (const _ of ["second", "third"]) await attempt();
      limiter.giveBack(first.admitted ? first.attemptId : -1);
      expect([await attempt(), await attempt()]).toEqual(["admitted", 60]);
      limiter.giveBackAll("another");
      expect(await attempt()).toBe(60);
      limiter.giveBackAll("one");
      expect(await attempt()).toBe("admitted");
    }));

  it("deletes its storage by an alarm after the window, and then counts from zero", async () => {
    const stub = env.SIGN_IN_LIMITER.getByName(crypto.randomUUID());
    await inLimiter(async ({ attempt, storage }) => {
      for (const _ of ["first", "second", "third"]) await attempt();
      const aheadMs = ((await storage.getAlarm()) ?? 0) - Date.now();
      expect(aheadMs).toBeGreaterThan(limit.windowMs - 5_000);
      expect(aheadMs).toBeLessThanOrEqual(limit.windowMs);
    }, stub);
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await inLimiter(async ({ attempt, storage }) => {
      const tables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'account_attempts'");
      expect(tables.toArray()).toEqual([]);
      expect(await attempt()).toBe("admitted");
    }, stub);
  });
});
