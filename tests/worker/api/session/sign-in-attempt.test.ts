import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createSessionWorld } from "./session-world.ts";

const LOGIN = "/api/auth/login/";
const from = (address: string) => ({ "X-Forwarded-For": address });

describe("attempts to sign in", () => {
  it("are refused by 429 after ten on one id, from wherever they come, until the window has passed", async () => {
    const { createAccount, logged, pass, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: "correct horse" });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await post(LOGIN, { pocketoption_id: pocketoptionId }, from(`192.0.2.${attempt}`));
      expect(response.status).toBe(401);
    }
    pass(1_000);
    const credentials = { pocketoption_id: pocketoptionId, passcode: "correct horse" };
    const response = await post(LOGIN, credentials, from("192.0.2.200"));
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("899");
    expect(await response.json()).toEqual({
      detail: "Request was throttled. Expected available in 899 seconds.",
      code: "throttled",
    });
    expect(logged.at(-1)).toMatchObject({ level: "warn", event: "sign_in_throttled" });
    pass(899_000);
    expect((await post(LOGIN, credentials, from("192.0.2.200"))).status).toBe(200);
  });

  it("are limited alike for an id that nobody has", async () => {
    const { post } = createSessionWorld();
    const id = crypto.randomUUID();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      statuses.push((await post(LOGIN, { pocketoption_id: id })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it("are limited together for all spellings of an id", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({
      pocketoptionId: `Case-${crypto.randomUUID()}`,
      passcode: "x".repeat(6),
    });
    const guess = async (id: string) =>
      (await post(LOGIN, { pocketoption_id: id, passcode: "wrong horse" })).status;
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(pocketoptionId);
    expect(await guess(pocketoptionId.toUpperCase())).toBe(429);
  });

  it("are not taken back by whoever owns another spelling of the id", async () => {
    const { createAccount, post } = createSessionWorld();
    const name = `Pair-${crypto.randomUUID()}`;
    await createAccount({ pocketoptionId: name, passcode: "correct horse" });
    await createAccount({ pocketoptionId: name.toUpperCase() });
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) {
      if (guess % 4 === 3) await post(LOGIN, { pocketoption_id: name.toUpperCase() });
      statuses.push((await post(LOGIN, { pocketoption_id: name, passcode: "wrong horse" })).status);
    }
    expect(statuses).toContain(429);
  });

  it("are limited on one id though all come at the same moment", async () => {
    const { post } = createSessionWorld();
    const id = crypto.randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(LOGIN, { pocketoption_id: id })),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("are refused after fifty from one address, whatever the ids", async () => {
    const { post } = createSessionWorld();
    const attempt = () => post(LOGIN, { pocketoption_id: crypto.randomUUID() }, from("198.51.100.50"));
    const responses = await Promise.all(Array.from({ length: 50 }, attempt));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await attempt()).status).toBe(429);
    const elsewhere = await post(LOGIN, { pocketoption_id: crypto.randomUUID() }, from("198.51.100.51"));
    expect(elsewhere.status).toBe(401);
  });

  it("believe only the last hop, which the gateway added", async () => {
    const { post } = createSessionWorld();
    const attempt = (claimed: number) =>
      post(LOGIN, { pocketoption_id: crypto.randomUUID() }, from(`10.0.0.${claimed}, 198.51.100.60`));
    await Promise.all(Array.from({ length: 50 }, (_, index) => attempt(index)));
    expect((await attempt(99)).status).toBe(429);
  });

  it("do not run out for a member who signs in again and again", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 60; attempt += 1) {
      statuses.add((await post(LOGIN, { pocketoption_id: pocketoptionId })).status);
    }
    expect(statuses).toEqual(new Set([200]));
  });

  it("do not run out for an office whose staff are asked for their passcodes", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ role: "staff", passcode: "correct horse" });
    const statuses = [];
    for (let time = 0; time < 51; time += 1) {
      await post(LOGIN, { pocketoption_id: pocketoptionId });
      statuses.push(
        (await post(LOGIN, { pocketoption_id: pocketoptionId, passcode: "correct horse" })).status,
      );
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it("on other ids stay counted at an address after a success", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount();
    const strangers = Array.from({ length: 49 }, () => post(LOGIN, { pocketoption_id: crypto.randomUUID() }));
    await Promise.all(strangers);
    expect((await post(LOGIN, { pocketoption_id: pocketoptionId })).status).toBe(200);
    expect((await post(LOGIN, { pocketoption_id: crypto.randomUUID() })).status).toBe(401);
    expect((await post(LOGIN, { pocketoption_id: crypto.randomUUID() })).status).toBe(429);
  });

  it("start from nothing on an id after a success", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: "correct horse" });
    const fail = async () => (await post(LOGIN, { pocketoption_id: pocketoptionId })).status;
    for (let attempt = 0; attempt < 9; attempt += 1) await fail();
    await post(LOGIN, { pocketoption_id: pocketoptionId, passcode: "correct horse" });
    expect(await fail()).toBe(401);
    expect(await fail()).toBe(401);
  });

  it("from a refused address do not use up the id", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: "correct horse" });
    const address = from("198.51.100.70");
    const strangers = Array.from({ length: 50 }, () =>
      post(LOGIN, { pocketoption_id: crypto.randomUUID() }, address),
    );
    await Promise.all(strangers);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await post(LOGIN, { pocketoption_id: pocketoptionId }, address)).status).toBe(429);
    }
    const credentials = { pocketoption_id: pocketoptionId, passcode: "correct horse" };
    expect((await post(LOGIN, credentials, from("198.51.100.71"))).status).toBe(200);
  });

  it("are kept under keys that do not tell the id or the address", async () => {
    const { post } = createSessionWorld();
    const id = crypto.randomUUID();
    await post(LOGIN, { pocketoption_id: id }, from("198.51.100.80"));
    const objects = (await listDurableObjectIds(env.SIGN_IN_LIMITER)).map(String);
    expect(objects.length).toBeGreaterThan(0);
    for (const clear of [id, `id\n${id}`, "198.51.100.80", "address\n198.51.100.80/32"]) {
      expect(objects).not.toContain(String(env.SIGN_IN_LIMITER.idFromName(clear)));
    }
  });
});
