import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { base64url } from "jose";
import { CONFIRMED, createMemberWorld, PASSCODE } from "../member-world.ts";
import { createSessionWorld, type SessionWorld, type TestAccount } from "./session-world.ts";

const LOGIN = "/api/auth/login/";
const from = (address: string) => ({ "X-Forwarded-For": address });

/** So many attempts that fail, each on an id of its own. */
const failAsStrangers = ({ post }: SessionWorld, attempts: number, headers?: Record<string, string>) =>
  Promise.all(
    Array.from({ length: attempts }, () => post(LOGIN, { pocketoption_id: crypto.randomUUID() }, headers)),
  );

/** The world's counters are its own: others have used up what is counted for the whole site. */
const createApartWorld = () =>
  createSessionWorld({ passcodePepper: base64url.encode(crypto.getRandomValues(new Uint8Array(32))) });

async function deviceTokenOf({ post }: SessionWorld, account: TestAccount): Promise<string> {
  const answer = await post(LOGIN, { pocketoption_id: account.pocketoptionId, passcode: account.passcode });
  return (await answer.json<{ device_token: string }>()).device_token;
}

describe("sign-in attempts on a device that has signed in before", () => {
  /** Without a passcode, which fails as well and costs no derivation. */
  const guess = ({ post }: SessionWorld, account: TestAccount, more: object = {}, index = 0) =>
    post(LOGIN, { pocketoption_id: account.pocketoptionId, ...more }, from(`192.0.2.${index}`));

  it("are not used up by strangers who try this id or use this address", async () => {
    const world = createSessionWorld();
    const account = await world.createAccount({ role: "staff", passcode: PASSCODE });
    const device_token = await deviceTokenOf(world, account);
    for (let index = 0; index < 11; index += 1) await guess(world, account, {}, index);
    await failAsStrangers(world, 50, from("198.51.100.90"));
    const credentials = { pocketoption_id: account.pocketoptionId, passcode: PASSCODE };
    expect((await world.post(LOGIN, credentials, from("192.0.2.99"))).status).toBe(429);
    const known = { ...credentials, device_token };
    expect((await world.post(LOGIN, known, from("198.51.100.90"))).status).toBe(200);
    const spelt = { ...known, pocketoption_id: account.pocketoptionId.toUpperCase() };
    expect((await world.post(LOGIN, spelt, from("198.51.100.90"))).status).toBe(200);
  });

  it("are limited to ten per device and 50 on all of an id's devices", async () => {
    const world = createSessionWorld();
    const account = await world.createAccount({ passcode: PASSCODE });
    const statuses: number[] = [];
    for (let device = 0; device < 6; device += 1) {
      const device_token = await deviceTokenOf(world, account);
      for (let index = 0; index < 11; index += 1) {
        statuses.push((await guess(world, account, { device_token })).status);
      }
    }
    const ofEach = (device: number) => statuses.slice(device * 11, device * 11 + 11);
    expect(ofEach(0)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect(ofEach(4)).toEqual(ofEach(0));
    expect(new Set(ofEach(5))).toEqual(new Set([429]));
  });

  it("share one limit, even if the device signs in again", async () => {
    const world = createSessionWorld();
    const account = await world.createAccount({ passcode: PASSCODE });
    const first = await deviceTokenOf(world, account);
    const credentials = { pocketoption_id: account.pocketoptionId, passcode: PASSCODE, device_token: first };
    const { device_token: second } = await (
      await world.post(LOGIN, credentials)
    ).json<{ device_token: string }>();
    for (let index = 0; index < 10; index += 1) await guess(world, account, { device_token: first });
    expect((await guess(world, account, { device_token: second })).status).toBe(429);
  });

  it("count as a stranger's with another id's device token, or with an expired or invalid one", async () => {
    const world = createSessionWorld();
    const account = await world.createAccount({ passcode: PASSCODE });
    const others = await deviceTokenOf(world, await world.createAccount({ passcode: PASSCODE }));
    const own = await deviceTokenOf(world, account);
    const { access, refresh } = await world.signIn(account);
    for (let index = 0; index < 10; index += 1) await guess(world, account, {}, index);
    for (const device_token of [others, access, refresh, "nonsense", ""]) {
      expect((await guess(world, account, { device_token }, 99)).status).toBe(429);
    }
    expect((await guess(world, account, { device_token: own }, 99)).status).toBe(401);
    world.pass(180 * 24 * 60 * 60 * 1000);
    for (let index = 0; index < 10; index += 1) await guess(world, account, {}, index);
    expect((await guess(world, account, { device_token: own }, 99)).status).toBe(429);
  });

  it("are recognised by a device token that cannot open a session, and that needs a passcode", async () => {
    const world = createSessionWorld();
    const token = await deviceTokenOf(world, await world.createAccount({ passcode: PASSCODE }));
    expect((await world.me(`Bearer ${token}`)).status).toBe(401);
    expect((await world.refresh(token)).status).toBe(401);
    expect(await deviceTokenOf(world, await world.createAccount())).toBeUndefined();
  });
});

it("confirmations by passcode are not prevented by a stranger's failed sign-in attempts", async () => {
  const world = createMemberWorld();
  const { ask, account } = await world.signInHolder();
  for (let index = 0; index < 11; index += 1) {
    await world.post(LOGIN, { pocketoption_id: account.pocketoptionId }, from(`192.0.2.${index}`));
  }
  expect((await ask("POST", "/api/profile/export/", CONFIRMED)).status).toBe(200);
});

describe("sign-in attempts on many ids from many networks", () => {
  it("are delayed after a hundred failures on the whole site, until the window has passed", async () => {
    const world = createApartWorld();
    const account = await world.createAccount({ passcode: PASSCODE });
    const device_token = await deviceTokenOf(world, account);
    const attempt = (index: number) =>
      world.post(LOGIN, { pocketoption_id: crypto.randomUUID() }, from(`2001:db8:${index}::1`));
    for (let index = 0; index < 100; index += 1) await attempt(index);
    expect(world.slept).toEqual([]);
    for (let index = 100; index < 103; index += 1) expect((await attempt(index)).status).toBe(401);
    expect(world.slept).toEqual([2_000, 2_000, 2_000]);

    const credentials = { pocketoption_id: account.pocketoptionId, passcode: PASSCODE };
    expect((await world.post(LOGIN, { ...credentials, device_token })).status).toBe(200);
    expect(world.slept).toHaveLength(3);
    expect((await world.post(LOGIN, credentials)).status).toBe(200);
    expect(world.slept).toHaveLength(4);
    world.pass(15 * 60 * 1000);
    await attempt(104);
    expect(world.slept).toHaveLength(4);
  });

  it("are neither limited nor delayed if they succeed, however many there are", async () => {
    const world = createApartWorld();
    const { pocketoptionId } = await world.createAccount();
    const statuses = new Set<number>();
    for (let time = 0; time < 101; time += 1) {
      statuses.add((await world.post(LOGIN, { pocketoption_id: pocketoptionId })).status);
    }
    expect(statuses).toEqual(new Set([200]));
    expect(world.slept).toEqual([]);
  });
});

describe("sign-in attempts", () => {
  it("are refused with 429 after ten on one id, from any address, until the window has passed", async () => {
    const { createAccount, logged, pass, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: PASSCODE });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await post(LOGIN, { pocketoption_id: pocketoptionId }, from(`192.0.2.${attempt}`));
      expect(response.status).toBe(401);
    }
    pass(1_000);
    const credentials = { pocketoption_id: pocketoptionId, passcode: PASSCODE };
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

  it("are limited together for all spellings of an id", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({
      pocketoptionId: `Case-${crypto.randomUUID()}`,
      passcode: "x".repeat(6),
    });
    const guess = async (id: string) => (await post(LOGIN, { pocketoption_id: id })).status;
    for (let attempt = 0; attempt < 10; attempt += 1) await guess(pocketoptionId);
    expect(await guess(pocketoptionId.toUpperCase())).toBe(429);
  });

  it("are limited on one id, also an unknown one, even if all arrive at the same moment", async () => {
    const { post } = createSessionWorld();
    const id = crypto.randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post(LOGIN, { pocketoption_id: id })),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("are refused after fifty from one address, whatever the ids", async () => {
    const world = createSessionWorld();
    const responses = await failAsStrangers(world, 51, from("198.51.100.50"));
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 50 }, () => 401),
      429,
    ]);
    const [elsewhere] = await failAsStrangers(world, 1, from("198.51.100.51"));
    expect(elsewhere?.status).toBe(401);
  });

  it("are not limited for one address whose staff succeed after being asked for their passcode", async () => {
    const world = createSessionWorld();
    const { pocketoptionId: pocketoption_id } = await world.createAccount({
      role: "staff",
      passcode: PASSCODE,
    });
    await failAsStrangers(world, 48);
    for (let time = 0; time < 4; time += 1) {
      await world.post(LOGIN, { pocketoption_id });
      expect((await world.post(LOGIN, { pocketoption_id, passcode: PASSCODE })).status).toBe(200);
    }
  });

  it("on other ids still count for the address after a success", async () => {
    const world = createSessionWorld();
    const { pocketoptionId } = await world.createAccount();
    await failAsStrangers(world, 49);
    expect((await world.post(LOGIN, { pocketoption_id: pocketoptionId })).status).toBe(200);
    const [last] = await failAsStrangers(world, 1);
    const [refused] = await failAsStrangers(world, 1);
    expect([last?.status, refused?.status]).toEqual([401, 429]);
  });

  it("on an id are counted from zero after a success", async () => {
    const { createAccount, post } = createSessionWorld();
    const { pocketoptionId } = await createAccount({ passcode: PASSCODE });
    const fail = async () => (await post(LOGIN, { pocketoption_id: pocketoptionId })).status;
    for (let attempt = 0; attempt < 9; attempt += 1) await fail();
    await post(LOGIN, { pocketoption_id: pocketoptionId, passcode: PASSCODE });
    expect(await fail()).toBe(401);
    expect(await fail()).toBe(401);
  });

  it("from a refused address do not count for the id", async () => {
    const world = createSessionWorld();
    const { post } = world;
    const { pocketoptionId } = await world.createAccount({ passcode: PASSCODE });
    const address = from("198.51.100.70");
    await failAsStrangers(world, 50, address);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await post(LOGIN, { pocketoption_id: pocketoptionId }, address)).status).toBe(429);
    }
    const credentials = { pocketoption_id: pocketoptionId, passcode: PASSCODE };
    expect((await post(LOGIN, credentials, from("198.51.100.71"))).status).toBe(200);
  });

  it("are counted under keys that reveal neither the id nor the address", async () => {
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
