import * as fc from "fast-check";
import * as v from "valibot";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { LEDGER_PAGE_LIMIT, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { SignalDetail } from "#shared/contracts/signals.ts";
import { ledgerLine } from "#shared/record/ledger-chain.ts";
import { HttpError, NetworkError } from "#client/data/http-error.ts";
import { checkLedger, type LedgerCheckTask } from "#client/pages/signal/check-ledger.ts";
import {
  type CheckedRecord,
  createLedgerMemory,
  parseRecord,
  recordText,
} from "#client/pages/signal/checked-record.ts";
import type { ReadAnswer } from "#client/pages/signal/fetch-ledger.ts";
import { EVIDENCE, chained, joined, settled, sha256 } from "#tests/support/chained.ts";
import { byPrices, priced } from "#tests/support/priced-acts.ts";
import { chainOf, detailOf, readFrom } from "./ledger-world.ts";

const LENGTH = 24;
/** Before all entries: nothing of what comes later was slipped in. */
const READ_AT_MS = 1_000;
let chain: LedgerEntry[];
let lines: string[];

beforeAll(async () => {
  chain = await chainOf(LENGTH);
  lines = chain.map(ledgerLine);
});

function check(
  read: ReadAnswer,
  task: Partial<LedgerCheckTask> = {},
  {
    kept = null,
    ...watch
  }: {
    readonly kept?: CheckedRecord | null;
    readonly keep?: (record: CheckedRecord) => void;
    readonly progress?: (done: number, total: number) => void;
  } = {},
) {
  const readDated = async (path: string) => ({ body: await read(path), atMs: READ_AT_MS });
  return checkLedger(
    { read, readDated, sha256, recall: async () => kept, keep: () => {}, progress: () => {}, ...watch },
    { remembered: null, isWhole: false, shown: null, ...task },
  );
}

const headAt = (seq: number, atMs = READ_AT_MS) => ({ seq, hash: chain[seq - 1]?.hash ?? "", atMs });

/** What a check of the first `seq` entries keeps, read back from storage. */
async function keptAt(seq: number): Promise<CheckedRecord> {
  let text = "";
  await check(readFrom(lines.slice(0, seq)), {}, { keep: (record) => (text = recordText(record)) });
  return parseRecord(text);
}

describe("checkLedger", () => {
  it("accepts a valid ledger, from its first entry to its last", async () => {
    expect(await check(readFrom(lines))).toEqual({
      kind: "holds",
      head: headAt(LENGTH),
      checked: LENGTH,
      from: 0,
    });
  });

  it("accepts an empty ledger", async () => {
    expect(await check(readFrom([]))).toMatchObject({ kind: "holds", checked: 0 });
  });

  it("goes on from what it has kept, with the result of a check from the first entry", async () => {
    const whole = await keptAt(LENGTH);
    for (let seq = 1; seq < LENGTH; seq += 1) {
      let kept = await keptAt(seq);
      const keep = (record: CheckedRecord) => (kept = record);
      expect(await check(readFrom(lines), { remembered: headAt(seq) }, { kept, keep })).toEqual({
        kind: "holds",
        head: headAt(LENGTH),
        checked: LENGTH - seq,
        from: seq,
      });
      expect(kept).toEqual(whole);
    }
  });

  it("reads only what is new, and keeps nothing if nothing is", async () => {
    const asked: string[] = [];
    const keep = vi.fn<(record: CheckedRecord) => void>();
    const task = { remembered: headAt(LENGTH) };
    expect(await check(readFrom(lines, asked), task, { kept: await keptAt(LENGTH), keep })).toMatchObject({
      kind: "holds",
      checked: 0,
      from: LENGTH,
    });
    expect(asked.filter((path) => path.includes("?after="))).toEqual([
      `/api/ledger/?after=${LENGTH}&limit=1000`,
    ]);
    expect(keep).not.toHaveBeenCalled();
  });

  it("starts with the first entry if asked to, or if nothing is kept", async () => {
    const remembered = headAt(20);
    const expected = { kind: "holds", checked: 24, from: 0 };
    expect(
      await check(readFrom(lines), { remembered, isWhole: true }, { kept: await keptAt(20) }),
    ).toMatchObject(expected);
    expect(await check(readFrom(lines), { remembered })).toMatchObject(expected);
  });

  it("throws away what it has kept if it is not of the remembered entry, or does not agree with the record", async () => {
    const expected = { kind: "holds", checked: 24, from: 0 };
    const remembered = headAt(20);
    expect(await check(readFrom(lines), { remembered }, { kept: await keptAt(19) })).toMatchObject(expected);
    const { state, hashes } = await keptAt(20);
    const tally = { ...state.totals.tally, won: 1 };
    const bent = [
      { state: { ...state, totals: { ...state.totals, tally } }, hashes },
      { state: { ...state, traders: new Map() }, hashes },
    ];
    for (const kept of bent)
      expect(await check(readFrom(lines), { remembered }, { kept })).toMatchObject(expected);
  });

  it("names the first invalid entry when any one byte is changed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(LENGTH - 1),
        fc.nat(2000),
        fc.integer({ min: 0x20, max: 0x7e }),
        async (index, place, code) => {
          const line = lines[index] ?? "";
          const at = place % line.length;
          const changed = line.slice(0, at) + String.fromCharCode(code) + line.slice(at + 1);
          fc.pre(changed !== line);
          // The head is announced as it was: whoever changes a byte does not get to change what was announced.
          const honest = readFrom(lines);
          const tampered = readFrom(lines.with(index, changed));
          const read: ReadAnswer = (path) => (path.includes("head") ? honest(path) : tampered(path));
          expect(await check(read)).toMatchObject({ kind: "broken", seq: index + 1 });
        },
      ),
      { numRuns: 300 },
    );
  });

  it("detects a ledger that was rewritten since the last check, although it is valid in itself", async () => {
    const anew = (await chainOf(LENGTH, "south-light")).map(ledgerLine);
    const expected = { kind: "rewritten", seq: 20, flaw: null, brokenAt: null };
    expect(await check(readFrom(anew), { remembered: headAt(20) })).toEqual(expected);
    expect(await check(readFrom(anew), { remembered: headAt(20), isWhole: true })).toEqual(expected);
    expect(await check(readFrom(anew), { remembered: headAt(24) })).toMatchObject({
      kind: "rewritten",
      seq: 24,
    });
  });

  it("detects a ledger that is shorter than it was at the last check", async () => {
    const remembered = headAt(20);
    expect(await check(readFrom(lines.slice(0, 19)), { remembered })).toMatchObject({
      kind: "rewritten",
      seq: 20,
    });
  });

  it("names the entry that the page shows differently from the ledger", async () => {
    const shown = detailOf(chain, "signal-2");
    expect(await check(readFrom(lines), { shown })).toMatchObject({ kind: "holds", from: 0 });
    const [published, settled] = shown.entries;
    if (published?.kind !== "published" || settled?.kind !== "settled")
      throw new Error("not the entries meant");
    const flattered: LedgerEntry = {
      ...settled,
      payload: { outcome: "won", cause: "result", evidence: EVIDENCE },
    };
    expect(await check(readFrom(lines), { shown: { ...shown, entries: [published, flattered] } })).toEqual({
      kind: "differs",
      seq: settled.seq,
    });
  });

  it("compares the entries on the page with those it has kept", async () => {
    const shown = detailOf(chain, "signal-2");
    const task = { remembered: headAt(20), shown };
    const kept = await keptAt(20);
    expect(await check(readFrom(lines), task, { kept })).toMatchObject({ kind: "holds", from: 20 });
    const [published, ...later] = shown.entries;
    const redated = { ...shown, entries: [{ ...published, clock_at: chain[0]?.at ?? "" }, ...later] };
    expect(
      await check(readFrom(lines), { ...task, shown: v.parse(SignalDetail, redated) }, { kept }),
    ).toEqual({ kind: "differs", seq: published?.seq });
  });

  it("names an entry that breaks a rule in an otherwise valid chain", async () => {
    const bent = await chained([...chain, settled("signal-2", 10_000, "won")]);
    expect(await check(readFrom(bent.map(ledgerLine)))).toEqual({
      kind: "broken",
      seq: LENGTH + 1,
      flaw: "already_settled",
    });
  });

  it("names an outcome that does not follow from its prices in an otherwise valid chain", async () => {
    const before = [
      joined("north-light"),
      priced("a"),
      priced("b", { direction: "down" }),
      byPrices("a", "won"),
    ];
    const honest = await chained([...before, byPrices("b", "lost")]);
    expect(await check(readFrom(honest.map(ledgerLine)))).toMatchObject({ kind: "holds", checked: 5 });
    const turned = await chained([...before, byPrices("b", "won")]);
    expect(await check(readFrom(turned.map(ledgerLine)))).toEqual({
      kind: "broken",
      seq: 5,
      flaw: "outcome_not_by_prices",
    });
  });

  it.each([
    ["the signal on the page", { outcome: "won" }, "signal", "outcome"],
    ["its payout", { payout: 0.95 }, "signal", "payout"],
  ] as const)("reports %s that contradicts the signal's entries", async (_what, changes, thing, place) => {
    const shown = { ...detailOf(chain, "signal-2"), ...changes };
    expect(await check(readFrom(lines), { shown })).toMatchObject({
      kind: "unfounded",
      discrepancy: { thing, name: "signal-2", place, found: Object.values(changes)[0], seq: 8 },
    });
  });

  it.each([
    ["the signal, as it is published by now", "/api/signals/signal-2/", { outcome: "won" }, "outcome"],
    ["its trader", "/api/traders/north-light/", { equity: [] }, "equity.0"],
    ["the totals", "/api/summary/", { signals: 12 }, "signals"],
  ])("reports %s that contradicts the entries", async (_what, bent, changes, place) => {
    const honest = readFrom(lines);
    const read: ReadAnswer = async (path) => {
      const answer = await honest(path);
      return path === bent ? Object.assign({}, answer, changes) : answer;
    };
    const shown = detailOf(chain, "signal-2");
    expect(await check(read, { shown })).toMatchObject({ kind: "unfounded", discrepancy: { place } });
    expect(await check(honest, { shown })).toMatchObject({ kind: "holds" });
  });

  it("compares only what a backend publishes", async () => {
    const honest = readFrom(lines);
    const read: ReadAnswer = (path) =>
      path.startsWith("/api/ledger/")
        ? honest(path)
        : Promise.reject(new HttpError({ status: 404, code: "not_found", detail: "Not found." }));
    expect(await check(read, { shown: detailOf(chain, "signal-2") })).toMatchObject({
      kind: "holds",
      from: 0,
    });
  });

  it("compares a page with the entries from when it was loaded, and reads entries added during the check", async () => {
    const shown = detailOf(chain.slice(0, 7), "signal-2");
    expect(shown.outcome).toBe("open");
    let known = 10;
    // One more entry is written before each answer.
    const read: ReadAnswer = (path) => readFrom(lines.slice(0, (known = Math.min(known + 1, LENGTH))))(path);
    expect(await check(read, { shown })).toMatchObject({ kind: "holds", from: 0 });
    expect(known).toBeGreaterThan(14);
  });

  it("compares the published figures also when it goes on from what it has kept", async () => {
    const honest = readFrom(lines);
    const read: ReadAnswer = async (path) =>
      path === "/api/summary/" ? Object.assign({}, await honest(path), { signals: 12 }) : honest(path);
    expect(await check(read, { remembered: headAt(20) }, { kept: await keptAt(20) })).toMatchObject({
      kind: "unfounded",
      discrepancy: { place: "signals" },
    });
  });

  it.each([
    ["is named", 60_001, { kind: "slippedIn", seq: 21 }],
    ["by less than clocks may differ is none", 60_000, { kind: "holds" }],
  ])("an entry that is older than the time at which it was not there %s", async (_, olderByMs, expected) => {
    const remembered = headAt(20, Date.parse(chain[20]?.at ?? "") + olderByMs);
    expect(await check(readFrom(lines), { remembered })).toMatchObject(expected);
    expect(await check(readFrom(lines), { remembered, isWhole: true })).toMatchObject(expected);
  });

  it("reports missing entries if the pages end before the announced last entry", async () => {
    const whole = readFrom(lines);
    const cut = readFrom(lines.slice(0, 10));
    const read: ReadAnswer = (path) => (path.includes("head") ? whole(path) : cut(path));
    expect(await check(read)).toEqual({ kind: "broken", seq: 11, flaw: "entry_missing" });
  });

  it("reads a long ledger in the largest pages and reports its progress", async () => {
    const long = (await chainOf(2 * LEDGER_PAGE_LIMIT.max + 5)).map(ledgerLine);
    const asked: string[] = [];
    const steps: number[][] = [];
    const progress = (done: number, total: number) => void steps.push([done, total]);
    await check(readFrom(long, asked), {}, { progress });
    expect(asked.slice(1, 4)).toEqual(
      [0, 1000, 2000].map((after) => `/api/ledger/?after=${after}&limit=1000`),
    );
    expect(steps).toEqual([0, 1000, 2000].map((done) => [done, 2005]));
  });

  it("throws a NetworkError if the ledger cannot be loaded", async () => {
    const read: ReadAnswer = () => Promise.reject(new NetworkError(new TypeError("fetch failed")));
    await expect(check(read)).rejects.toThrow(NetworkError);
  });
});

function storageWith(stored: Map<string, string>) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

describe("the remembered ledger head", () => {
  it("is read back as it was stored, under its registered key", () => {
    const stored = new Map<string, string>();
    const memory = createLedgerMemory(() => storageWith(stored));
    expect(memory.recall()).toBeNull();
    memory.remember({ seq: 7, hash: "a".repeat(64), atMs: 5 });
    expect(memory.recall()).toEqual({ seq: 7, hash: "a".repeat(64), atMs: 5 });
    expect([...stored.keys()]).toEqual(["tidemark:ledger-head"]);
  });

  it.each(["", "{", "null", "[]", '{"seq":0,"hash":""}', '{"seq":1.5,"hash":"x"}'])(
    "is null if storage holds %j",
    (text) => {
      const stored = new Map([["tidemark:ledger-head", text]]);
      expect(createLedgerMemory(() => storageWith(stored)).recall()).toBeNull();
    },
  );

  it("is null, without an exception, if storage is blocked", () => {
    const memory = createLedgerMemory(() => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    });
    memory.remember({ seq: 7, hash: "a".repeat(64), atMs: null });
    expect(memory.recall()).toBeNull();
  });
});
