import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { base64url } from "jose";
import { CONFIRMED, createMemberWorld, type MemberWorld, PASSCODE } from "../member-world.ts";
import type { TestAccount } from "./session-world.ts";

const LOGIN = "/api/auth/login/";

let world: MemberWorld;
/** Has a passcode. */
let account: TestAccount;

beforeEach(async () => {
  world = createMemberWorld();
  account = await world.createAccount({ passcode: PASSCODE });
});

const post = (body: object, address?: string) =>
  world.post(LOGIN, body, address === undefined ? {} : { "X-Forwarded-For": address });

/** An attempt on the account. Without a passcode it fails as with a wrong one, and costs no derivation. */
const attempt = (more: object = {}, address?: string) =>
  post({ pocketoption_id: account.pocketoptionId, ...more }, address);

/** So many attempts that fail, each from an address of its own. */
async function failFromAnywhere(attempts: number): Promise<void> {
  for (let index = 0; index < attempts; index += 1)
    expect((await attempt({}, `192.0.2.${index}`)).status).toBe(401);
}

/** Statuses of so many attempts, each on an id of its own. */
async function failAsStrangers(attempts: number, address?: string): Promise<number[]> {
  const strangers = Array.from({ length: attempts }, () =>
    post({ pocketoption_id: crypto.randomUUID() }, address),
  );
  return (await Promise.all(strangers)).map(({ status }) => status);
}

/** What a device is known by afterwards. */
async function deviceTokenOf(of: TestAccount, device_token?: string): Promise<string> {
  const { pocketoptionId: pocketoption_id, passcode } = of;
  const answer = await post({ pocketoption_id, passcode, device_token });
  return (await answer.json<{ device_token: string }>()).device_token;
}

describe("sign-in attempts on a device that has signed in before", () => {
  it("are not used up by strangers who try this id or use this address", async () => {
    const device_token = await deviceTokenOf(account);
    await failFromAnywhere(10);
    await failAsStrangers(50, "198.51.100.90");
    const passcode = PASSCODE;
    expect((await attempt({ passcode }, "192.0.2.99")).status).toBe(429);
    const spelt = account.pocketoptionId.toUpperCase();
    for (const more of [{}, { pocketoption_id: spelt }])
      expect((await attempt({ passcode, device_token, ...more }, "198.51.100.90")).status).toBe(200);
  });

  it("are limited to ten per device and 50 on all of an id's devices", async () => {
    const statuses: number[][] = [];
    for (let device = 0; device < 6; device += 1) {
      const device_token = await deviceTokenOf(account);
      const ofDevice: number[] = [];
      for (let index = 0; index < 11; index += 1) ofDevice.push((await attempt({ device_token })).status);
      statuses.push(ofDevice);
    }
    const tenOnly = [...Array.from({ length: 10 }, () => 401), 429];
    expect(statuses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => tenOnly));
    expect(new Set(statuses[5])).toEqual(new Set([429]));
  });

  it("share one limit, even if the device signs in again", async () => {
    const first = await deviceTokenOf(account);
    const second = await deviceTokenOf(account, first);
    for (let index = 0; index < 10; index += 1) await attempt({ device_token: first });
    expect((await attempt({ device_token: second })).status).toBe(429);
  });

  it("count as a stranger's with another id's device token, or with an expired or invalid one", async () => {
    const others = await deviceTokenOf(await world.createAccount({ passcode: PASSCODE }));
    const own = await deviceTokenOf(account);
    const { access, refresh } = await world.signIn(account);
    await failFromAnywhere(10);
    for (const device_token of [others, access, refresh, "nonsense", ""])
      expect((await attempt({ device_token }, "192.0.2.99")).status).toBe(429);
    expect((await attempt({ device_token: own }, "192.0.2.99")).status).toBe(401);
    world.pass(180 * 24 * 60 * 60 * 1000);
    await failFromAnywhere(10);
    expect((await attempt({ device_token: own }, "192.0.2.99")).status).toBe(429);
  });

  it("are recognised by a device token that cannot open a session, and that needs a passcode", async () => {
    const token = await deviceTokenOf(account);
    expect((await world.me(`Bearer ${token}`)).status).toBe(401);
    expect((await world.refresh(token)).status).toBe(401);
    expect(await deviceTokenOf(await world.createAccount())).toBeUndefined();
  });
});

it("confirmations by passcode are not prevented by a stranger's failed sign-in attempts", async () => {
  const tokens = await world.signIn(account);
  await failFromAnywhere(10);
  expect((await attempt()).status).toBe(429);
  expect((await world.askAs({ tokens })("POST", "/api/profile/export/", CONFIRMED)).status).toBe(200);
});

describe("sign-in attempts on many ids from many networks", () => {
  beforeEach(async () => {
    // Its counters are its own: others have used up what is counted for the whole site.
    const passcodePepper = base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
    world = createMemberWorld({ passcodePepper });
    account = await world.createAccount({ passcode: PASSCODE });
  });

  it("are delayed after a hundred failures on the whole site, until the window has passed", async () => {
    const device_token = await deviceTokenOf(account);
    for (let index = 0; index < 100; index += 1) await failAsStrangers(1, `2001:db8:${index}::1`);
    expect(world.slept).toEqual([]);
    for (let index = 100; index < 103; index += 1)
      expect(await failAsStrangers(1, `2001:db8:${index}::1`)).toEqual([401]);
    expect(world.slept).toEqual([2_000, 2_000, 2_000]);
    expect((await attempt({ passcode: PASSCODE, device_token })).status).toBe(200);
    expect(world.slept).toHaveLength(3);
    expect((await attempt({ passcode: PASSCODE })).status).toBe(200);
    expect(world.slept).toHaveLength(4);
    world.pass(15 * 60 * 1000);
    await failAsStrangers(1, "2001:db8:104::1");
    expect(world.slept).toHaveLength(4);
  });

  it("are neither limited nor delayed if they succeed, however many there are", async () => {
    const { pocketoptionId } = await world.createAccount();
    for (let time = 0; time < 101; time += 1)
      expect((await post({ pocketoption_id: pocketoptionId })).status).toBe(200);
    expect(world.slept).toEqual([]);
  });
});

describe("sign-in attempts", () => {
  it("are refused with 429 after ten on one id, from any address, until the window has passed", async () => {
    await failFromAnywhere(10);
    world.pass(1_000);
    const response = await attempt({ passcode: PASSCODE }, "192.0.2.200");
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("899");
    expect(await response.json()).toEqual({
      detail: "Request was throttled. Expected available in 899 seconds.",
      code: "throttled",
    });
    expect(world.logged.at(-1)).toMatchObject({ level: "warn", event: "sign_in_throttled" });
    world.pass(899_000);
    expect((await attempt({ passcode: PASSCODE }, "192.0.2.200")).status).toBe(200);
  });

  it("are limited together for all spellings of an id", async () => {
    await failFromAnywhere(10);
    expect((await attempt({ pocketoption_id: account.pocketoptionId.toUpperCase() })).status).toBe(429);
  });

  it("are limited on one id, also an unknown one, even if all arrive at the same moment", async () => {
    const pocketoption_id = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post({ pocketoption_id })));
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it("are refused after fifty from one address, whatever the ids", async () => {
    expect(new Set(await failAsStrangers(50, "198.51.100.50"))).toEqual(new Set([401]));
    expect(await failAsStrangers(1, "198.51.100.50")).toEqual([429]);
    expect(await failAsStrangers(1, "198.51.100.51")).toEqual([401]);
  });

  it("are not limited for one address whose staff succeed after being asked for their passcode", async () => {
    account = await world.createAccount({ role: "staff", passcode: PASSCODE });
    await failAsStrangers(48);
    for (let time = 0; time < 4; time += 1) {
      await attempt();
      expect((await attempt({ passcode: PASSCODE })).status).toBe(200);
    }
  });

  it("on other ids still count for the address after a success", async () => {
    await failAsStrangers(49);
    expect((await attempt({ passcode: PASSCODE })).status).toBe(200);
    expect(await failAsStrangers(1)).toEqual([401]);
    expect(await failAsStrangers(1)).toEqual([429]);
  });

  it("on an id are counted from zero after a success", async () => {
    await failFromAnywhere(9);
    expect((await attempt({ passcode: PASSCODE })).status).toBe(200);
    await failFromAnywhere(2);
  });

  it("from a refused address do not count for the id", async () => {
    await failAsStrangers(50, "198.51.100.70");
    for (let time = 0; time < 12; time += 1) expect((await attempt({}, "198.51.100.70")).status).toBe(429);
    expect((await attempt({ passcode: PASSCODE }, "198.51.100.71")).status).toBe(200);
  });

  it("are counted under keys that reveal neither the id nor the address", async () => {
    const id = crypto.randomUUID();
    await post({ pocketoption_id: id }, "198.51.100.80");
    const objects = (await listDurableObjectIds(env.SIGN_IN_LIMITER)).map(String);
    expect(objects.length).toBeGreaterThan(0);
    for (const clear of [id, `id\n${id}`, "198.51.100.80", "address\n198.51.100.80/32"])
      expect(objects).not.toContain(String(env.SIGN_IN_LIMITER.idFromName(clear)));
  });
});
