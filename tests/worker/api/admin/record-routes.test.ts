import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { purgeOldKeys } from "#worker/api/admin/write-once.ts";
import { createPublishingWorld, refusalOf, type SignedIn } from "../member-world.ts";
import { addSomeTrader, createRecord, MINUTE_MS, signalSentBy, DAY_MS } from "../signals/record.ts";
import { auditTrail } from "./audit-trail.ts";
import { IDEMPOTENCY_KEY_DAYS } from "#shared/limits/requests.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const SIGNALS = "/api/admin/signals/";
const TRADERS = "/api/admin/traders/";

/** A record and a session world whose clocks agree: each test starts after what stands on the ledger. */
async function createStaffWorld() {
  const world = await createPublishingWorld();
  const record = createRecord(world.deps.now());
  const trader = await addSomeTrader(record);
  return { world, record, trader, staff: await world.signInStaff() };
}

async function publish({ ask }: SignedIn, body: unknown) {
  return v.parse(Signal, await (await ask("POST", SIGNALS, body)).json());
}

describe("publishing with an Idempotency-Key", () => {
  it("publishes a signal once, even if it is sent several times or at the same moment", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const signal = signalSentBy(trader, record);
    const Authorization = `Bearer ${staff.tokens.access}`;
    const send = (key: string, changes = {}) =>
      world.post(SIGNALS, { ...signal, ...changes }, { Authorization, "Idempotency-Key": key });
    const answers = await Promise.all([send("one"), send("one"), send("one")]);
    const later = await send("one");
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 201]);
    expect(later.status).toBe(200);
    const signals = await Promise.all(
      [...answers, later].map(async (answer) => v.parse(v.strictObject(Signal.entries), await answer.json())),
    );
    expect(new Set(signals.map(({ id }) => id)).size).toBe(1);
    const list = await world.visitor("GET", `/api/signals/?trader=${trader}`);
    expect((await list.json<{ results: unknown[] }>()).results).toHaveLength(1);
    expect(await auditTrail("target", signals[0]?.id ?? "")).toHaveLength(1);

    expect((await send("two")).status).toBe(201);
    // Whatever field a request has that the first one had not, or not so: also one that nobody knows yet.
    const { payout, ...unpaid } = signal;
    const inAnotherOrder = world.post(
      SIGNALS,
      { payout, ...unpaid },
      { Authorization, "Idempotency-Key": "two" },
    );
    expect((await inAnotherOrder).status).toBe(200);
    for (const changes of [{ asset: "EUR/JPY" }, { payout: 0.9 }, { confidence: 60 }, { novel_field: 1 }]) {
      expect(await refusalOf(await send("two", changes))).toEqual({ status: 400, code: "invalid" });
    }
    const { tokens } = await world.signInStaff();
    const others = { Authorization: `Bearer ${tokens.access}`, "Idempotency-Key": "two" };
    expect((await world.post(SIGNALS, signal, others)).status).toBe(201);
    expect((await send("k".repeat(201))).status).toBe(400);
  });
});

describe("ending a signal with an Idempotency-Key", () => {
  it("returns the first response for a repeat, and refuses the key for any other request", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const [one, two] = [
      await publish(staff, signalSentBy(trader, record)),
      await publish(staff, signalSentBy(trader, record)),
    ];
    world.pass(10 * MINUTE_MS);
    const { tokens } = await world.signInAgain(staff);
    const send = (path: string, body: object, key: string) => {
      const headers = { Authorization: `Bearer ${tokens.access}`, "Idempotency-Key": key };
      return world.post(`${SIGNALS}${path}/`, body, headers);
    };
    const settle = () => send(`${one.id}/settle`, { outcome: "won", evidence: EVIDENCE }, "settle");
    const settled = await Promise.all([settle(), settle()]);
    expect(settled.map(({ status }) => status)).toEqual([200, 200]);
    expect(await (await settle()).json()).toEqual(await settled[0]?.json());
    expect(await auditTrail("target", one.id)).toHaveLength(2);
    expect((await send(`${two.id}/settle`, { outcome: "won", evidence: EVIDENCE }, "settle")).status).toBe(
      400,
    );
    expect((await send(`${one.id}/settle`, { outcome: "lost", evidence: EVIDENCE }, "settle")).status).toBe(
      400,
    );

    const correction = { from: "won", outcome: "lost", reason: "Price misread" };
    for (const _ of [1, 2]) expect((await send(`${one.id}/correct`, correction, "correct")).status).toBe(200);
    // The first answer, whatever has happened since.
    expect(await (await settle()).json()).toMatchObject({ outcome: "won", correction: null });
    const reason = { reason: "No price" };
    for (const _ of [1, 2]) expect((await send(`${two.id}/void`, reason, "void")).status).toBe(200);
    expect((await send(`${two.id}/void`, reason, "again")).status).toBe(409);
  });
});

describe("an Idempotency-Key that is no longer stored", () => {
  it("publishes nothing twice, and reveals nothing about other writes", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const Authorization = `Bearer ${staff.tokens.access}`;
    const send = (path: string, body: object) =>
      world.post(SIGNALS + path, body, { Authorization, "Idempotency-Key": "old" });
    const signal = signalSentBy(trader, record);
    expect((await send("", signal)).status).toBe(201);
    await env.DB.prepare("DELETE FROM idempotency_keys").run();
    expect(await refusalOf(await send("", signal))).toEqual({ status: 400, code: "invalid" });
    expect(await refusalOf(await send("no-such-signal/void/", { reason: "No price" }))).toEqual({
      status: 404,
      code: "not_found",
    });
  });

  it("is deleted after its retention time", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const headers = { Authorization: `Bearer ${staff.tokens.access}`, "Idempotency-Key": "kept" };
    await world.post(SIGNALS, signalSentBy(trader, record), headers);
    const stored = () => env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys").first("n");
    await purgeOldKeys(world.deps);
    expect(await stored()).toBeGreaterThan(0);
    world.pass(IDEMPOTENCY_KEY_DAYS * DAY_MS);
    await purgeOldKeys(world.deps);
    expect(await stored()).toBe(0);
  });
});

describe("publishing with an empty Idempotency-Key", () => {
  it("publishes each signal, as without a key", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const headers = { Authorization: `Bearer ${staff.tokens.access}`, "Idempotency-Key": "" };
    for (const asset of ["EUR/USD", "EUR/JPY"]) {
      const answer = await world.post(SIGNALS, { ...signalSentBy(trader, record), asset }, headers);
      expect(answer.status).toBe(201);
    }
  });
});

describe("publishing a signal", () => {
  it("adds the signal to the record and one entry to the audit log", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const answer = await staff.ask("POST", SIGNALS, signalSentBy(trader, record));
    expect(answer.status).toBe(201);
    const signal = v.parse(Signal, await answer.json());
    expect(signal).toMatchObject({ trader: { handle: trader }, outcome: "open", is_late: false });
    expect((await world.visitor("GET", `/api/signals/${signal.id}/`)).status).toBe(200);
    expect(await auditTrail("target", signal.id)).toEqual([
      {
        at: world.deps.now(),
        actor_id: staff.account.id,
        action: "signal_published",
        target: signal.id,
        detail: { trader, asset: "EUR/USD", direction: "up" },
        network: "203.0.113.0/24",
        request_id: "request-1",
      },
    ]);
  });

  it.each([
    [{ trader: "nobody-at-all" }, "trader"],
    [{ payout: 0 }, "payout"],
    [{ entry_at: "2020-01-01T00:00:00Z", expires_at: "2020-01-01T00:05:00Z" }, "expires_at"],
  ])("refuses %j, names the field, and logs nothing", async (changes, field) => {
    const { record, trader, staff } = await createStaffWorld();
    const answer = await staff.ask("POST", SIGNALS, { ...signalSentBy(trader, record), ...changes });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty(field);
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });

  it("refuses a signal that ends when it begins, or earlier", async () => {
    const { record, trader, staff } = await createStaffWorld();
    const signal = signalSentBy(trader, record);
    for (const earlierMs of [0, 1]) {
      const expires_at = new Date(Date.parse(signal.entry_at) - earlierMs).toISOString();
      const answer = await staff.ask("POST", SIGNALS, { ...signal, expires_at });
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { expires_at: ["must be 10 seconds to 366 days later than entry_at"] },
      ]);
    }
  });

  it("refuses a retired trader", async () => {
    const { record, trader, staff } = await createStaffWorld();
    await staff.ask("POST", `${TRADERS}${trader}/retire/`);
    const answer = await staff.ask("POST", SIGNALS, signalSentBy(trader, record));
    expect(await refusalOf(answer)).toEqual({ status: 409, code: "trader_retired" });
  });

  it("publishes nothing if the audit log cannot be written", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    try {
      expect((await staff.ask("POST", SIGNALS, signalSentBy(trader, record))).status).toBe(500);
    } finally {
      await env.DB.exec("DROP TRIGGER broken");
    }
    const list = await world.visitor("GET", `/api/signals/?trader=${trader}`);
    expect(await list.json()).toMatchObject({ results: [], next: null });
  });
});

describe("settling and voiding", () => {
  it("settles an expired signal once, with one entry in the audit log", async () => {
    const { world, record, trader, staff } = await createStaffWorld();
    const { id } = await publish(staff, signalSentBy(trader, record));
    const early = await staff.ask("POST", `${SIGNALS}${id}/settle/`, { outcome: "won", evidence: EVIDENCE });
    expect(await refusalOf(early)).toEqual({ status: 409, code: "not_yet_expired" });
    world.pass(7 * MINUTE_MS);
    const later = await world.signInStaff();
    const settled = await later.ask("POST", `${SIGNALS}${id}/settle/`, {
      outcome: "lost",
      evidence: EVIDENCE,
    });
    expect(v.parse(SignalDetail, await settled.json())).toMatchObject({ id, outcome: "lost" });
    const again = await later.ask("POST", `${SIGNALS}${id}/settle/`, { outcome: "won", evidence: EVIDENCE });
    expect(await refusalOf(again)).toEqual({ status: 409, code: "already_settled" });
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "signal_published" },
      { action: "signal_settled", actor_id: later.account.id, detail: { outcome: "lost" } },
    ]);
  });

  it("voids an open signal with its reason", async () => {
    const { record, trader, staff } = await createStaffWorld();
    const { id } = await publish(staff, signalSentBy(trader, record));
    const short = await staff.ask("POST", `${SIGNALS}${id}/void/`, { reason: " x " });
    expect(await refusalOf(short)).toEqual({ status: 400, code: "invalid" });
    const voided = await staff.ask("POST", `${SIGNALS}${id}/void/`, { reason: " Wrong asset " });
    expect(await voided.json()).toMatchObject({ outcome: "void", void_reason: "Wrong asset" });
    expect(await auditTrail("actor_id", staff.account.id)).toMatchObject([
      { action: "signal_published", target: id },
      { action: "signal_voided", target: id, detail: { reason: "Wrong asset" } },
    ]);
  });

  it("corrects a settlement downwards, with its reason and one entry in the audit log", async () => {
    const { world, record, trader, staff: publisher } = await createStaffWorld();
    const { id } = await publish(publisher, signalSentBy(trader, record));
    world.pass(7 * MINUTE_MS);
    const staff = await world.signInAgain(publisher);
    const correct = (body: object) => staff.ask("POST", `${SIGNALS}${id}/correct/`, body);
    const downwards = { from: "won", outcome: "lost", reason: " Price misread " };
    expect(await refusalOf(await correct(downwards))).toEqual({ status: 409, code: "not_correctable" });
    await staff.ask("POST", `${SIGNALS}${id}/settle/`, { outcome: "won", evidence: EVIDENCE });
    for (const body of [
      { ...downwards, outcome: "won" },
      { ...downwards, from: "lost" },
      { from: "won", outcome: "lost" },
      { ...downwards, reason: "x" },
    ])
      expect(await refusalOf(await correct(body))).toEqual({ status: 400, code: "invalid" });
    const corrected = v.parse(SignalDetail, await (await correct(downwards)).json());
    expect(corrected).toMatchObject({
      outcome: "lost",
      correction: { from: "won", reason: "Price misread" },
    });
    expect(await refusalOf(await correct(downwards))).toEqual({ status: 409, code: "not_correctable" });
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "signal_published" },
      { action: "signal_settled" },
      { action: "signal_corrected", detail: { from: "won", outcome: "lost", reason: "Price misread" } },
    ]);
  });

  it("refuses an unknown signal", async () => {
    const { staff } = await createStaffWorld();
    const answer = await staff.ask("POST", `${SIGNALS}nothing/settle/`, {
      outcome: "won",
      evidence: EVIDENCE,
    });
    expect(await refusalOf(answer)).toEqual({ status: 404, code: "not_found" });
  });
});

describe("traders", () => {
  it("are added and retired, each with one entry in the audit log", async () => {
    const { staff } = await createStaffWorld();
    const handle = `added-${crypto.randomUUID().slice(0, 8)}`;
    const added = await staff.ask("POST", TRADERS, { handle, name: "Added" });
    expect(added.status).toBe(201);
    expect(v.parse(TraderDetail, await added.json())).toMatchObject({ handle, name: "Added" });
    const twice = await staff.ask("POST", TRADERS, { handle, name: "Again" });
    expect(await refusalOf(twice)).toEqual({ status: 409, code: "trader_exists" });
    const retired = await staff.ask("POST", `${TRADERS}${handle}/retire/`);
    expect(v.parse(TraderDetail, await retired.json()).retired_at).not.toBeNull();
    const again = await staff.ask("POST", `${TRADERS}${handle}/retire/`);
    expect(await refusalOf(again)).toEqual({ status: 409, code: "trader_retired" });
    const trail = await auditTrail("target", handle);
    expect(trail).toMatchObject([{ action: "trader_added" }, { action: "trader_retired" }]);
    expect(JSON.stringify(trail), "the name, which can be erased").not.toContain("Added");
  });

  it("must have different names, even from retired traders", async () => {
    const { staff } = await createStaffWorld();
    const mark = crypto.randomUUID().slice(0, 8);
    const add = (handle: string, name: string) =>
      staff.ask("POST", TRADERS, { handle: `${handle}-${mark}`, name });
    expect((await add("first", `Río ${mark}`)).status).toBe(201);
    expect((await staff.ask("POST", `${TRADERS}first-${mark}/retire/`)).status).toBe(200);
    for (const name of [`Río ${mark}`, `RIO${mark}`]) {
      expect(await refusalOf(await add("second", name))).toEqual({ status: 409, code: "trader_name_taken" });
    }
    expect((await staff.ask("POST", `${TRADERS}second-${mark}/retire/`)).status).toBe(404);
    const [one, other] = await Promise.all([add("third", `New ${mark}`), add("fourth", `new ${mark}`)]);
    expect([one.status, other.status].sort((a, b) => a - b)).toEqual([201, 409]);
    expect(await refusalOf(await add("first", `Río ${mark}`))).toEqual({
      status: 409,
      code: "trader_exists",
    });
  });

  it("must not resemble another trader, whom the error names", async () => {
    const { staff } = await createStaffWorld();
    const mark = crypto.randomUUID().slice(0, 8);
    const add = async (handle: string, name: string) => {
      const answer = await staff.ask("POST", TRADERS, { handle: `${handle}-${mark}`, name });
      return { status: answer.status, problem: await answer.json() };
    };
    expect((await add("polar", `Polar Star ${mark}`)).status).toBe(201);
    const nameTaken = { code: "trader_name_taken", resembles: `Polar Star ${mark}` };
    // Cyrillic o and a.
    expect(await add("other", `P\u043el\u0430r Star ${mark}`)).toMatchObject({
      status: 409,
      problem: nameTaken,
    });
    expect(await add("other", `Polar ${mark}`)).toMatchObject({
      status: 409,
      problem: { code: "trader_name_taken", resembles: `polar-${mark}` },
    });
    const handleTaken = { code: "trader_handle_taken", resembles: `polar-${mark}` };
    expect(await add("p0lar", "Other")).toMatchObject({ status: 409, problem: handleTaken });
    expect(await add("polar-star", "Other")).toMatchObject({
      status: 409,
      problem: { code: "trader_handle_taken", resembles: `Polar Star ${mark}` },
    });
  });

  it("must have a valid handle and a name", async () => {
    const { staff } = await createStaffWorld();
    const answer = await staff.ask("POST", TRADERS, { handle: "Not A Handle" });
    expect(answer.status).toBe(400);
    const problem = await answer.json();
    expect(problem).toHaveProperty("handle");
    expect(problem).toHaveProperty("name");
    expect(await refusalOf(await staff.ask("POST", `${TRADERS}nobody-at-all/retire/`))).toEqual({
      status: 404,
      code: "not_found",
    });
  });
});
