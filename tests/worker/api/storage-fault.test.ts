/** A database that really fails, because a table is missing: what visitors, members and staff get, and what a failed write leaves. */
import { listDurableObjectIds, runInDurableObject, SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { commonTexts } from "#tests/worker/common-texts.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { isLastingFault, isStorageFault } from "#worker/api/storage-fault.ts";
import { join, restartRoom, roomNamed, until } from "./live/room-reader.ts";
import {
  createMemberWorld,
  createPublishingWorld,
  type MemberWorld,
  PASSCODE,
  refusalOf,
} from "./member-world.ts";
import { addSomeTrader, createRecord, signalBy, signalSentBy } from "./signals/record.ts";

const UNAVAILABLE = { status: 503, code: "storage_unavailable" };
const away: string[] = [];

/** Until the end of the test. */
async function takeAway(table: string): Promise<void> {
  await env.DB.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  away.push(table);
}

async function giveBack(): Promise<void> {
  for (const table of away.splice(0)) await env.DB.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`);
}

afterEach(giveBack);

const get = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`https://tidemark.example${path}`, { redirect: "manual", headers });
/** Gets whole documents only: the status waits for the data. */
const CRAWLER = { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" };
/** An address whose data nobody has asked for a moment ago. */
const fresh = (path: string) => `${path}?asset=F${crypto.randomUUID().slice(0, 8)}`;

async function countRows(): Promise<unknown> {
  const tables = ["ledger", "signals", "audit_log", "ingest_events"];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(", ");
  return env.DB.prepare(`SELECT ${counts}, (SELECT open FROM totals) AS open`).first();
}

describe("without the signals table", () => {
  it("a page is rendered with a message, as a 503 for crawlers, and is not cached", async () => {
    const path = fresh("/de/signal");
    await takeAway("signals");
    const response = await get(path);
    const html = await response.text();
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const { states } = await commonTexts("de");
    expect(html).toContain(states.failed);
    expect(html).toContain("</html>");
    expect(html).not.toMatch(/SQLITE|D1_|no such table/);
    const crawled = await get(fresh("/de/signal"), CRAWLER);
    expect([crawled.status, await crawled.text()]).toEqual([503, expect.stringContaining(states.failed)]);
    await giveBack();
    const again = await get(path, CRAWLER);
    expect([again.status, await again.text()]).toEqual([200, expect.not.stringContaining(states.failed)]);
  });

  it.each(["/api/signals/", "/api/signals/0123/", "/api/live/events/", "/api/feeds/en/signals.atom"])(
    "%s answers with an error that does not quote the database, and that clients do not retry",
    async (path) => {
      await takeAway("signals");
      const response = await get(path);
      const detail = expect.stringContaining("does not have what this version asks for");
      expect([response.status, await response.json()]).toEqual([
        503,
        { code: "storage_unavailable", detail },
      ]);
      expect(response.headers.get("X-Should-Retry")).toBe("false");
      expect(response.headers.get("Server-Timing")).not.toContain("retry");
    },
  );
});

describe("without the traders table", () => {
  it("the log has the database's error, but no part of the request", async () => {
    const world = createMemberWorld();
    await takeAway("traders");
    expect(await refusalOf(await world.visitor("GET", "/api/traders/some-handle/"))).toEqual(UNAVAILABLE);
    expect(JSON.stringify(world.logged)).toContain("no such table: traders");
    expect(JSON.stringify(world.logged)).not.toContain("some-handle");
  });
});

describe("without the accounts table", () => {
  it("nobody is signed out, and sessions work again afterwards", async () => {
    const world = createMemberWorld();
    const member = await world.signInMember();
    await takeAway("accounts");
    expect(await refusalOf(await member.ask("GET", "/api/auth/me/"))).toEqual(UNAVAILABLE);
    expect(await refusalOf(await world.refresh(member.tokens.refresh))).toEqual(UNAVAILABLE);
    expect(
      await refusalOf(
        await world.post("/api/auth/login/", { pocketoption_id: member.account.pocketoptionId }),
      ),
    ).toEqual(UNAVAILABLE);
    await giveBack();
    expect((await member.ask("GET", "/api/auth/me/")).status).toBe(200);
    expect((await world.refresh(member.tokens.refresh)).status).toBe(200);
  });
});

describe("sign-in while the database fails", () => {
  const login = (world: MemberWorld, pocketoptionId: string, passcode = PASSCODE) =>
    world.post("/api/auth/login/", { pocketoption_id: pocketoptionId, passcode });

  // More than an address may have, and than an id may have.
  it.each([
    ["accounts", 51],
    ["sessions", 11],
  ])("does not count attempts without the %s table", async (table, attempts) => {
    const world = createMemberWorld();
    const { pocketoptionId: pocketoption_id } = await world.createAccount();
    const signIn = () => world.post("/api/auth/login/", { pocketoption_id });
    await takeAway(table);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      expect(await refusalOf(await signIn())).toEqual(UNAVAILABLE);
    }
    await giveBack();
    expect((await signIn()).status).toBe(200);
  });

  it("counts wrong passcodes even if the right one could not open a session", async () => {
    const world = createMemberWorld();
    const { pocketoptionId } = await world.createAccount({ passcode: PASSCODE });
    await takeAway("sessions");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await login(world, pocketoptionId, `guess number ${attempt}`)).status).toBe(401);
      if (attempt < 9) expect(await refusalOf(await login(world, pocketoptionId))).toEqual(UNAVAILABLE);
    }
    expect((await login(world, pocketoptionId)).status).toBe(429);
  });
});

describe("a write that fails half-way", () => {
  it("by staff leaves no rows, and succeeds when it is sent again", async () => {
    const world = await createPublishingWorld();
    const record = createRecord(world.deps.now());
    const trader = await addSomeTrader(record);
    const staff = await world.signInStaff();
    const before = await countRows();
    // The last statement of the transaction: entry, signal and sums have been written by then.
    await takeAway("audit_log");
    expect(
      await refusalOf(await staff.ask("POST", "/api/admin/signals/", signalSentBy(trader, record))),
    ).toEqual(UNAVAILABLE);
    await giveBack();
    expect(await countRows()).toEqual(before);
    expect((await staff.ask("POST", "/api/admin/signals/", signalSentBy(trader, record))).status).toBe(201);
  });

  it("by a webhook leaves no rows, and is published once when it is sent again", async () => {
    const world = await createPublishingWorld();
    const record = createRecord(world.deps.now());
    const trader = await addSomeTrader(record);
    const staff = await world.signInStaff();
    const made = await staff.ask("POST", "/api/admin/ingest-keys/", {
      trader,
      label: "faults",
      current_passcode: PASSCODE,
    });
    const { path } = await made.json<{ path: string }>();
    const send = () => world.post(path, { asset: "EURUSD", direction: "up", id: "alert-1" });
    const before = await countRows();
    await takeAway("ingest_events");
    expect(await refusalOf(await send())).toEqual(UNAVAILABLE);
    await giveBack();
    expect(await countRows()).toEqual(before);
    expect((await send()).status).toBe(201);
    expect(await (await send()).json()).toMatchObject({ status: "duplicate" });
  });
});

it("a restart of its Durable Object keeps the count of sign-in attempts", async () => {
  const world = createMemberWorld();
  const { pocketoptionId } = await world.createAccount({ role: "staff", passcode: PASSCODE });
  const attempt = () => world.post("/api/auth/login/", { pocketoption_id: pocketoptionId });
  for (let times = 0; times < 10; times += 1) expect((await attempt()).status).toBe(401);
  for (const id of await listDurableObjectIds(env.SIGN_IN_LIMITER)) {
    const limiter = env.SIGN_IN_LIMITER.get(id);
    await runInDurableObject(limiter, (_, state) => state.abort("restarted")).catch(() => undefined);
  }
  expect((await attempt()).status).toBe(429);
});

it("after a live room restarts, a reader who reconnects gets what was missed, and nothing twice", async () => {
  const head = await env.DB.prepare("SELECT coalesce(max(at), 0) AS at FROM ledger").first<number>("at");
  const record = createRecord((head ?? 0) + 1);
  const trader = await addSomeTrader(record);
  const room = () => roomNamed("restarted");
  const reader = await join(room());
  await until(() => expect(reader.messages[0]).toMatchObject({ type: "ready" }));
  const first = await publishSignal(record.deps, signalBy(trader, record));
  await room().announce(first.published_seq);
  await until(() => expect(reader.seqs()).toEqual([first.published_seq]));

  await restartRoom(room());
  const missed = await publishSignal(record.deps, signalBy(trader, record));
  const back = await join(room(), `?after=${first.published_seq}`);
  await until(() => expect(back.seqs()).toEqual([missed.published_seq]));
});

describe("isStorageFault", () => {
  it.each([
    ["D1_ERROR: no such table: signals: SQLITE_ERROR", true],
    ["D1_ERROR: database or disk is full: SQLITE_FULL", true],
    ["internal error; reference = htrd6fisq7fmq59oev8vfq52", true],
    ["D1_EXEC_ERROR: Error in line 1", true],
    ["D1_ERROR: UNIQUE constraint failed: accounts.id: SQLITE_CONSTRAINT", false],
    ["x is not a function", false],
  ])("%s: %s", (message, expected) => {
    expect(isStorageFault(new Error(message))).toBe(expected);
  });

  it.each([
    ["D1_ERROR: no such table: signals: SQLITE_ERROR", true],
    ["D1_ERROR: no such column: colour at offset 7: SQLITE_ERROR", true],
    ["D1_ERROR: database or disk is full: SQLITE_FULL", false],
    ["D1_ERROR: D1 DB is overloaded. Requests queued for too long.", false],
  ])("isLastingFault: %s: %s", (message, expected) => {
    expect(isLastingFault(new Error(message))).toBe(expected);
  });

  it("recognises a Durable Object that is unreachable", () => {
    expect(isStorageFault(Object.assign(new Error("reset"), { durableObjectReset: true }))).toBe(true);
    expect(isStorageFault("D1_ERROR")).toBe(false);
  });
});
