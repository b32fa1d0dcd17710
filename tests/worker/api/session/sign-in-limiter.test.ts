import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { SignInLimiter } from "#worker/api/session/sign-in-limiter.ts";

const limit = { maxAttempts: 3, windowMs: 60_000 };
const ACCOUNT = "one";
const startMs = Date.UTC(2026, 2, 1);

const createLimiter = () => env.SIGN_IN_LIMITER.getByName(crypto.randomUUID());

function asLimiter(instance: DurableObject): SignInLimiter {
  if (!(instance instanceof SignInLimiter)) throw new TypeError("SIGN_IN_LIMITER is bound to another class");
  return instance;
}

describe("SignInLimiter", () => {
  it("admits as many attempts as the limit allows, then returns when the oldest leaves the window", async () => {
    await runInDurableObject(createLimiter(), async (instance) => {
      const limiter = asLimiter(instance);
      for (const afterMs of [0, 10_000, 20_000]) {
        expect(await limiter.admit(limit, ACCOUNT, startMs + afterMs)).toMatchObject({ admitted: true });
      }
      expect(await limiter.admit(limit, ACCOUNT, startMs + 20_500)).toEqual({
        admitted: false,
        retryAfterSeconds: 40,
      });
      expect(await limiter.admit(limit, ACCOUNT, startMs + 59_999)).toEqual({
        admitted: false,
        retryAfterSeconds: 1,
      });
      expect(await limiter.admit(limit, ACCOUNT, startMs + 60_000)).toMatchObject({ admitted: true });
      expect(await limiter.admit(limit, ACCOUNT, startMs + 60_000)).toEqual({
        admitted: false,
        retryAfterSeconds: 10,
      });
    });
  });

  it("returns how long an attempt would have to wait, without counting or storing anything", async () => {
    await runInDurableObject(createLimiter(), async (instance, { storage }) => {
      const limiter = asLimiter(instance);
      expect(limiter.waitFor(limit, startMs)).toBe(null);
      expect(storage.sql.exec("SELECT name FROM sqlite_master").toArray()).toEqual([]);
      for (const afterMs of [0, 10_000]) await limiter.admit(limit, ACCOUNT, startMs + afterMs);
      expect(limiter.waitFor(limit, startMs + 20_000)).toBe(null);
      await limiter.admit(limit, ACCOUNT, startMs + 20_000);
      expect(limiter.waitFor(limit, startMs + 20_500)).toBe(40);
      expect(limiter.waitFor(limit, startMs + 60_000)).toBe(null);
    });
  });

  it("does not count refused attempts", async () => {
    await runInDurableObject(createLimiter(), async (instance) => {
      const limiter = asLimiter(instance);
      for (let attempt = 0; attempt < 20; attempt += 1)
        await limiter.admit(limit, ACCOUNT, startMs + attempt);
      expect(await limiter.admit(limit, ACCOUNT, startMs + 60_000 + 5)).toMatchObject({ admitted: true });
    });
  });

  it("removes one attempt, or all attempts of one account", async () => {
    await runInDurableObject(createLimiter(), async (instance) => {
      const limiter = asLimiter(instance);
      const admissions = [];
      for (let attempt = 0; attempt < 3; attempt += 1)
        admissions.push(await limiter.admit(limit, ACCOUNT, startMs));
      const [first] = admissions;
      limiter.giveBack(first?.admitted ? first.attemptId : -1);
      expect(await limiter.admit(limit, ACCOUNT, startMs)).toMatchObject({ admitted: true });
      expect(await limiter.admit(limit, ACCOUNT, startMs)).toMatchObject({ admitted: false });
      limiter.giveBackAll("another");
      expect(await limiter.admit(limit, ACCOUNT, startMs)).toMatchObject({ admitted: false });
      limiter.giveBackAll(ACCOUNT);
      expect(await limiter.admit(limit, ACCOUNT, startMs)).toMatchObject({ admitted: true });
    });
  });

  it("deletes its storage by an alarm after the window, and then counts from zero", async () => {
    const stub = createLimiter();
    await runInDurableObject(stub, async (instance, state) => {
      const limiter = asLimiter(instance);
      for (let attempt = 0; attempt < 3; attempt += 1) await limiter.admit(limit, ACCOUNT, startMs);
      const alarmMs = (await state.storage.getAlarm()) ?? 0;
      expect(alarmMs - Date.now()).toBeGreaterThan(limit.windowMs - 5_000);
      expect(alarmMs - Date.now()).toBeLessThanOrEqual(limit.windowMs);
    });
    expect(await runDurableObjectAlarm(stub)).toBe(true);
    await runInDurableObject(stub, async (instance, state) => {
      const limiter = asLimiter(instance);
      const tables = state.storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name = 'account_attempts'")
        .toArray();
      expect(tables).toEqual([]);
      expect(await limiter.admit(limit, ACCOUNT, startMs)).toMatchObject({ admitted: true });
    });
  });
});
