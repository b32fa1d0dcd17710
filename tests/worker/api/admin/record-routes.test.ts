import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { purgeOldKeys } from "#worker/api/admin/write-once.ts";
import {
  createPublishingWorld,
  INVALID,
  type MemberWorld,
  NOT_FOUND,
  refusalOf,
  type SignedIn,
} from "../member-world.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  MINUTE_MS,
  signalSentBy,
  type TestRecord,
} from "../signals/record.ts";
import { auditTrail } from "./audit-trail.ts";
import { IDEMPOTENCY_KEY_DAYS } from "#shared/limits/requests.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const SIGNALS = "/api/admin/signals/";
const TRADERS = "/api/admin/traders/";
const CORRECTION = { from: "won", outcome: "lost", reason: "Price misread" };

let world: MemberWorld;
let record: TestRecord;
let trader: string;
let staff: SignedIn;

/** A record and a session world whose clocks agree: each test starts after what stands on the ledger. */
beforeEach(async () => {
  world = await createPublishingWorld();
  record = createRecord(world.deps.now());
  trader = await addSomeTrader(record);
  staff = await world.signInStaff();
});

const someSignal = () => signalSentBy(trader, record);

async function publish(): Promise<string> {
  return v.parse(Signal, await (await staff.ask("POST", SIGNALS, someSignal())).json()).id;
}

/** As staff send it who want it done once. */
const sendOnce = (path: string, body: object, key: string, { tokens } = staff) =>
  world.post(SIGNALS + path, body, { Authorization: `Bearer ${tokens.access}`, "Idempotency-Key": key });

/** After the signals have expired, and the session with them. */
async function passExpiry(): Promise<void> {
  world.pass(7 * MINUTE_MS);
  staff = await world.signInAgain(staff);
}

describe("an Idempotency-Key", () => {
  it("publishes a signal once, even if it is sent several times or at the same moment", async () => {
    const signal = someSignal();
    const send = (key: string, changes = {}) => sendOnce("", { ...signal, ...changes }, key);
    const answers = await Promise.all([send("one"), send("one"), send("one")]);
    answers.push(await send("one"));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    const signals = await Promise.all(
      answers.map(async (answer) => v.parse(v.strictObject(Signal.entries), await answer.json())),
    );
    expect(new Set(signals.map(({ id }) => id)).size).toBe(1);
    const list = await world.visitor("GET", `/api/signals/?trader=${trader}`);
    expect((await list.json<{ results: unknown[] }>()).results).toHaveLength(1);
    expect(await auditTrail("target", signals[0]?.id ?? "")).toHaveLength(1);
  });

  it("is for one body in whatever order, and for one member of staff", async () => {
    const { payout, ...unpaid } = someSignal();
    expect((await sendOnce("", { ...unpaid, payout }, "two")).status).toBe(201);
    expect((await sendOnce("", { payout, ...unpaid }, "two")).status).toBe(200);
    // Whatever field a request has that the first one had not, or not so: also one that nobody knows yet.
    for (const changes of [{ asset: "EUR/JPY" }, { payout: 0.9 }, { confidence: 60 }, { novel_field: 1 }])
      expect(await refusalOf(await sendOnce("", { ...unpaid, payout, ...changes }, "two"))).toEqual(INVALID);
    const other = await world.signInStaff();
    expect((await sendOnce("", { ...unpaid, payout }, "two", other)).status).toBe(201);
    expect((await sendOnce("", { ...unpaid, payout }, "k".repeat(201))).status).toBe(400);
  });

  it("that is empty is none", async () => {
    for (const asset of ["EUR/USD", "EUR/JPY"])
      expect((await sendOnce("", { ...someSignal(), asset }, "")).status).toBe(201);
  });

  it("of a signal's end returns the first answer for a repeat, and is refused for any other request", async () => {
    const [one, two] = [await publish(), await publish()];
    await passExpiry();
    const won = { outcome: "won", evidence: EVIDENCE };
    const settle = () => sendOnce(`${one}/settle/`, won, "settle");
    const settled = await Promise.all([settle(), settle()]);
    expect(settled.map(({ status }) => status)).toEqual([200, 200]);
    expect(await (await settle()).json()).toEqual(await settled[0]?.json());
    expect(await auditTrail("target", one)).toHaveLength(2);
    expect((await sendOnce(`${two}/settle/`, won, "settle")).status).toBe(400);
    expect((await sendOnce(`${one}/settle/`, { ...won, outcome: "lost" }, "settle")).status).toBe(400);
    for (const [path, body, key] of [
      [`${one}/correct/`, CORRECTION, "correct"],
      [`${two}/void/`, { reason: "No price" }, "void"],
    ] as const)
      for (const _ of ["first", "again"]) expect((await sendOnce(path, body, key)).status).toBe(200);
    // The first answer, whatever has happened since.
    expect(await (await settle()).json()).toMatchObject({ outcome: "won", correction: null });
    expect((await sendOnce(`${two}/void/`, { reason: "No price" }, "again")).status).toBe(409);
  });

  it("that is no longer stored publishes nothing twice, and reveals nothing about other writes", async () => {
    const signal = someSignal();
    expect((await sendOnce("", signal, "old")).status).toBe(201);
    const stored = () => env.DB.prepare("SELECT count(*) AS n FROM idempotency_keys").first("n");
    await purgeOldKeys(world.deps);
    expect(await stored()).toBeGreaterThan(0);
    world.pass(IDEMPOTENCY_KEY_DAYS * DAY_MS);
    await purgeOldKeys(world.deps);
    expect(await stored()).toBe(0);
    world.pass(-IDEMPOTENCY_KEY_DAYS * DAY_MS);
    expect(await refusalOf(await sendOnce("", signal, "old"))).toEqual(INVALID);
    const unknown = await sendOnce("no-such-signal/void/", { reason: "No price" }, "old");
    expect(await refusalOf(unknown)).toEqual(NOT_FOUND);
  });
});

describe("publishing a signal", () => {
  it("adds the signal to the record and one entry to the audit log", async () => {
    const answer = await staff.ask("POST", SIGNALS, someSignal());
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

  const entry_at = "2020-01-01T00:00:00Z";

  it.each([
    [{ trader: "nobody-at-all" }, "trader", expect.anything()],
    [{ payout: 0 }, "payout", expect.anything()],
    [{ entry_at, expires_at: "2020-01-01T00:05:00Z" }, "expires_at", expect.anything()],
    [
      { entry_at, expires_at: entry_at },
      "expires_at",
      ["must be 10 seconds to 366 days later than entry_at"],
    ],
  ])("refuses %j, names the field, and logs nothing", async (changes, field, messages) => {
    const answer = await staff.ask("POST", SIGNALS, { ...someSignal(), ...changes });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ [field]: messages });
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });

  it("publishes nothing if the audit log cannot be written", async () => {
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
    try {
      expect((await staff.ask("POST", SIGNALS, someSignal())).status).toBe(500);
    } finally {
      await env.DB.exec("DROP TRIGGER broken");
    }
    const list = await world.visitor("GET", `/api/signals/?trader=${trader}`);
    expect(await list.json()).toMatchObject({ results: [], next: null });
  });
});

describe("an act on a signal", () => {
  /** What comes of it. */
  async function act(path: string, body: object): Promise<unknown> {
    const answer = await staff.ask("POST", SIGNALS + path, body);
    return answer.ok ? v.parse(SignalDetail, await answer.json()) : refusalOf(answer);
  }

  it("settles it once it has expired, with one entry in the audit log", async () => {
    const id = await publish();
    const settle = (outcome: string) => act(`${id}/settle/`, { outcome, evidence: EVIDENCE });
    expect(await settle("won")).toEqual({ status: 409, code: "not_yet_expired" });
    await passExpiry();
    expect(await settle("lost")).toMatchObject({ id, outcome: "lost" });
    expect(await settle("won")).toEqual({ status: 409, code: "already_settled" });
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "signal_published" },
      { action: "signal_settled", actor_id: staff.account.id, detail: { outcome: "lost" } },
    ]);
  });

  it("voids it while it is open, with its reason", async () => {
    const id = await publish();
    expect(await act(`${id}/void/`, { reason: " x " })).toEqual(INVALID);
    const voided = { outcome: "void", void_reason: "Wrong asset" };
    expect(await act(`${id}/void/`, { reason: " Wrong asset " })).toMatchObject(voided);
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "signal_published" },
      { action: "signal_voided", detail: { reason: "Wrong asset" } },
    ]);
  });

  it("corrects its outcome downwards, with the reason and one entry in the audit log", async () => {
    const id = await publish();
    await passExpiry();
    const correct = (changes: object = {}) => act(`${id}/correct/`, { ...CORRECTION, ...changes });
    expect(await correct()).toEqual({ status: 409, code: "not_correctable" });
    await act(`${id}/settle/`, { outcome: "won", evidence: EVIDENCE });
    for (const changes of [{ outcome: "won" }, { from: "lost" }, { reason: undefined }, { reason: "x" }])
      expect(await correct(changes)).toEqual(INVALID);
    expect(await correct({ reason: " Price misread " })).toMatchObject({
      outcome: "lost",
      correction: { from: "won", reason: "Price misread" },
    });
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "signal_published" },
      { action: "signal_settled" },
      { action: "signal_corrected", detail: CORRECTION },
    ]);
  });

  it("is refused for an unknown signal", async () => {
    expect(await act("nothing/settle/", { outcome: "won", evidence: EVIDENCE })).toEqual(NOT_FOUND);
  });
});

describe("a trader", () => {
  let mark: string;

  beforeEach(() => {
    mark = crypto.randomUUID().slice(0, 8);
  });

  const add = (handle: string, name: string) =>
    staff.ask("POST", TRADERS, { handle: `${handle}-${mark}`, name });

  it("is added and retired, each with one entry in the audit log", async () => {
    const added = await add("added", "Added");
    expect(added.status).toBe(201);
    const { handle } = v.parse(TraderDetail, await added.json());
    expect(await refusalOf(await add("added", "Again"))).toEqual({ status: 409, code: "trader_exists" });
    const retire = () => staff.ask("POST", `${TRADERS}${handle}/retire/`);
    expect(v.parse(TraderDetail, await (await retire()).json()).retired_at).not.toBeNull();
    const retired = { status: 409, code: "trader_retired" };
    expect(await refusalOf(await retire())).toEqual(retired);
    const signal = await staff.ask("POST", SIGNALS, signalSentBy(handle, record));
    expect(await refusalOf(signal)).toEqual(retired);
    const trail = await auditTrail("target", handle);
    expect(trail).toMatchObject([{ action: "trader_added" }, { action: "trader_retired" }]);
    expect(JSON.stringify(trail), "the name, which can be erased").not.toContain("Added");
    expect(await refusalOf(await staff.ask("POST", `${TRADERS}nobody/retire/`))).toEqual(NOT_FOUND);
  });

  it("must not resemble another trader, even a retired one, whom the error names", async () => {
    expect((await add("polar", `Río Star ${mark}`)).status).toBe(201);
    await staff.ask("POST", `${TRADERS}polar-${mark}/retire/`);
    for (const [handle, name, code, resembles] of [
      ["second", `RIO STAR${mark}`, "trader_name_taken", `Río Star ${mark}`],
      ["other", `Polar ${mark}`, "trader_name_taken", `polar-${mark}`],
      ["p0lar", "Other", "trader_handle_taken", `polar-${mark}`],
      ["rio-star", "Other", "trader_handle_taken", `Río Star ${mark}`],
    ] as const) {
      const answer = await add(handle, name);
      expect([answer.status, await answer.json()]).toMatchObject([409, { code, resembles }]);
    }
  });

  it("is added once if two of the same name are sent at once", async () => {
    const [one, other] = await Promise.all([add("third", `New ${mark}`), add("fourth", `new ${mark}`)]);
    expect([one.status, other.status].sort((a, b) => a - b)).toEqual([201, 409]);
  });
});
