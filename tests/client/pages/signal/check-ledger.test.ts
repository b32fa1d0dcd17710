import * as v from "valibot";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { GENESIS_HASH, LEDGER_PAGE_LIMIT, LedgerEntry } from "#shared/contracts/ledger.ts";
import { SignalDetail } from "#shared/contracts/signals.ts";
import { ledgerLine } from "#shared/record/ledger-chain.ts";
import { signalOf, summaryOf, traderDetailOf } from "#shared/record/published-record.ts";
import { createReplay, type ReplayState } from "#shared/record/replay.ts";
import { HttpError, NetworkError } from "#client/data/http-error.ts";
import {
  checkLedger,
  type LedgerCheckTask,
  type LedgerCheckWorld,
} from "#client/pages/signal/check-ledger.ts";
import {
  type CheckedRecord,
  createLedgerMemory,
  parseRecord,
  recordText,
} from "#client/pages/signal/checked-record.ts";
import type { ReadAnswer } from "#client/pages/signal/fetch-ledger.ts";
import { type Act, chained, EVIDENCE, joined, published, settled, sha256 } from "#tests/support/chained.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";

const LENGTH = 24;
/** Before all entries: nothing of what comes later was slipped in. */
const READ_AT_MS = 1_000;
let chain: LedgerEntry[];
let lines: string[];

beforeAll(async () => {
  chain = await chainOf(LENGTH);
  lines = chain.map(ledgerLine);
});

interface World extends Partial<Pick<LedgerCheckWorld, "keep" | "progress" | "signal">> {
  readonly kept?: CheckedRecord | null;
}

function check(read: ReadAnswer, task: Partial<LedgerCheckTask> = {}, { kept = null, ...world }: World = {}) {
  const readDated = async (path: string) => ({ body: await read(path), atMs: READ_AT_MS });
  return checkLedger(
    {
      read,
      readDated,
      sha256,
      recall: async () => kept,
      keep: () => {},
      progress: () => {},
      signal: new AbortController().signal,
      ...world,
    },
    { remembered: null, isWhole: false, shown: null, ...task },
  );
}

/** Reads the ledger as it is, and the answer to one path with changes. */
const readBent =
  (path: string, changes: object): ReadAnswer =>
  async (asked) => {
    const answer = await readFrom(lines)(asked);
    return asked === path ? Object.assign({}, answer, changes) : answer;
  };

const headAt = (seq: number, atMs = READ_AT_MS) => ({ seq, hash: chain[seq - 1]?.hash ?? "", atMs });

/** What a check of the first `seq` entries keeps, read back from storage. */
async function keptAt(seq: number): Promise<CheckedRecord> {
  let text = "";
  await check(readFrom(lines.slice(0, seq)), {}, { keep: (record) => (text = recordText(record)) });
  return parseRecord(text);
}

describe("checkLedger", () => {
  it("accepts a valid ledger, from its first entry to its last, and an empty one", async () => {
    const expected = { kind: "holds", head: headAt(LENGTH), checked: LENGTH, from: 0 };
    expect(await check(readFrom(lines))).toEqual(expected);
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
    const world = { kept: await keptAt(LENGTH), keep };
    const result = await check(readFrom(lines, asked), { remembered: headAt(LENGTH) }, world);
    expect(result).toMatchObject({ kind: "holds", checked: 0, from: LENGTH });
    expect(asked.filter((path) => path.includes("?after="))).toEqual([
      `/api/ledger/?after=${LENGTH}&limit=1000`,
    ]);
    expect(keep).not.toHaveBeenCalled();
  });

  it("starts with the first entry if asked to, or if nothing is kept", async () => {
    const task = { remembered: headAt(20), isWhole: true };
    const expected = { kind: "holds", checked: 24, from: 0 };
    expect(await check(readFrom(lines), task, { kept: await keptAt(20) })).toMatchObject(expected);
    expect(await check(readFrom(lines), { ...task, isWhole: false })).toMatchObject(expected);
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

  it("names an entry whose content does not have its hash", async () => {
    const line = lines[6]?.replace('"payout":0.85', '"payout":0.95') ?? "";
    const result = await check(readFrom(lines.with(6, line)));
    expect(result).toEqual({ kind: "broken", seq: 7, flaw: "hash_differs" });
  });

  it("detects a ledger that was rewritten since the last check, although it is valid in itself", async () => {
    const anew = (await chainOf(LENGTH, "south-light")).map(ledgerLine);
    const expected = { kind: "rewritten", seq: 20, flaw: null, brokenAt: null };
    expect(await check(readFrom(anew), { remembered: headAt(20) })).toEqual(expected);
    expect(await check(readFrom(anew), { remembered: headAt(20), isWhole: true })).toEqual(expected);
    const all = { remembered: headAt(24) };
    expect(await check(readFrom(anew), all)).toMatchObject({ kind: "rewritten", seq: 24 });
  });

  it("detects a ledger that is shorter than it was at the last check", async () => {
    const result = await check(readFrom(lines.slice(0, 19)), { remembered: headAt(20) });
    expect(result).toMatchObject({ kind: "rewritten", seq: 20 });
  });

  it("names the entry that the page shows differently from the ledger", async () => {
    const shown = detailOf(chain, "signal-2");
    expect(await check(readFrom(lines), { shown })).toMatchObject({ kind: "holds", from: 0 });
    const [published, settled] = shown.entries;
    if (published?.kind !== "published" || settled?.kind !== "settled")
      throw new Error("not the entries meant");
    const payload = { outcome: "won", cause: "result", evidence: EVIDENCE } as const;
    const flattered = { ...shown, entries: [published, { ...settled, payload }] };
    const result = await check(readFrom(lines), { shown: flattered });
    expect(result).toEqual({ kind: "differs", seq: settled.seq });
  });

  it("compares the entries on the page with those it has kept", async () => {
    const shown = detailOf(chain, "signal-2");
    const task = { remembered: headAt(20), shown };
    const kept = await keptAt(20);
    expect(await check(readFrom(lines), task, { kept })).toMatchObject({ kind: "holds", from: 20 });
    const [published, ...later] = shown.entries;
    const entries = [{ ...published, clock_at: chain[0]?.at ?? "" }, ...later];
    const redated = { ...task, shown: v.parse(SignalDetail, { ...shown, entries }) };
    const result = await check(readFrom(lines), redated, { kept });
    expect(result).toEqual({ kind: "differs", seq: published?.seq });
  });

  it("names an entry that breaks a rule in an otherwise valid chain", async () => {
    const bent = await chained([...chain, settled("signal-2", 10_000, "won")]);
    const result = await check(readFrom(bent.map(ledgerLine)));
    expect(result).toEqual({ kind: "broken", seq: LENGTH + 1, flaw: "already_settled" });
  });

  it("reports a page that shows another outcome than the signal's entries", async () => {
    const shown = { ...detailOf(chain, "signal-2"), outcome: "won" as const };
    const discrepancy = { thing: "signal", name: "signal-2", place: "outcome", found: "won", seq: 8 };
    expect(await check(readFrom(lines), { shown })).toMatchObject({ kind: "unfounded", discrepancy });
  });

  it.each([
    ["the signal, as it is published by now", "/api/signals/signal-2/", { outcome: "won" }, "outcome"],
    ["its trader", "/api/traders/north-light/", { equity: [] }, "equity.0"],
    ["the totals", "/api/summary/", { signals: 12 }, "signals"],
  ])("reports %s that contradicts the entries", async (_what, path, changes, place) => {
    const shown = detailOf(chain, "signal-2");
    const result = await check(readBent(path, changes), { shown });
    expect(result).toMatchObject({ kind: "unfounded", discrepancy: { place } });
  });

  it("compares the published figures also when it goes on from what it has kept", async () => {
    const read = readBent("/api/summary/", { signals: 12 });
    const result = await check(read, { remembered: headAt(20) }, { kept: await keptAt(20) });
    expect(result).toMatchObject({ kind: "unfounded", discrepancy: { place: "signals" } });
  });

  it("compares only what a backend publishes", async () => {
    const honest = readFrom(lines);
    const absent = new HttpError({ status: 404, code: "not_found", detail: "Not found." });
    const read: ReadAnswer = (path) =>
      path.startsWith("/api/ledger/") ? honest(path) : Promise.reject(absent);
    const result = await check(read, { shown: detailOf(chain, "signal-2") });
    expect(result).toMatchObject({ kind: "holds", from: 0 });
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

  it("reports no more progress once it is stopped, although a whole page was read", async () => {
    const long = (await chainOf(LEDGER_PAGE_LIMIT.max + 1)).map(ledgerLine);
    const stopping = new AbortController();
    const progress = vi.fn<LedgerCheckWorld["progress"]>(() => {});
    const read: ReadAnswer = async (path) => {
      const answer = await readFrom(long)(path);
      if (path.includes("after=0")) stopping.abort();
      return answer;
    };
    await expect(check(read, {}, { progress, signal: stopping.signal })).rejects.toThrow("aborted");
    expect(progress.mock.calls).toEqual([[0, long.length]]);
  });

  it("throws a NetworkError if the ledger cannot be loaded", async () => {
    const read: ReadAnswer = () => Promise.reject(new NetworkError(new TypeError("fetch failed")));
    await expect(check(read)).rejects.toThrow(NetworkError);
  });
});

describe("the remembered ledger head", () => {
  const head = { seq: 7, hash: "a".repeat(64), atMs: 5 };
  const memoryOf = (stored: Map<string, string>) => createLedgerMemory(() => mapStorage(stored));

  it("is read back as it was stored, under its registered key", () => {
    const stored = new Map<string, string>();
    expect(memoryOf(stored).recall()).toBeNull();
    memoryOf(stored).remember(head);
    expect(memoryOf(stored).recall()).toEqual(head);
    expect([...stored.keys()]).toEqual(["tidemark:ledger-head"]);
  });

  it.each(["", "{", "null", "[]", '{"seq":0,"hash":""}', '{"seq":1.5,"hash":"x"}'])(
    "is null if storage holds %j",
    (text) => {
      expect(memoryOf(new Map([["tidemark:ledger-head", text]])).recall()).toBeNull();
    },
  );

  it("is null, without an exception, if storage is blocked", () => {
    const memory = createLedgerMemory(blockedStorage);
    memory.remember(head);
    expect(memory.recall()).toBeNull();
  });
});

/** Two traders, then publications and losses in turn, hashed one onto the other. */
function chainOf(length: number, trader = "north-light"): Promise<LedgerEntry[]> {
  const acts: Act[] = [joined(trader), joined("east-light")];
  for (let index = 0; acts.length < length; index += 1) {
    const id = `signal-${index}`;
    acts.push(published(id, index * 10, { trader }), settled(id, index * 10 + 8, "lost"));
  }
  return chained(acts.slice(0, length));
}

/**
 * Answers as `GET /api/ledger/` and its head do, from lines of JSON; a page with a line that is none answers 500, as the
 * API does for a row it cannot read. All else is published as the entries say.
 */
function readFrom(lines: readonly string[], asked: string[] = []): ReadAnswer {
  return async (path) => {
    asked.push(path);
    if (path === "/api/ledger/head/") {
      const last = JSON.parse(lines.at(-1) ?? "null");
      return { seq: lines.length, at: null, hash: last?.hash ?? GENESIS_HASH };
    }
    if (!path.startsWith("/api/ledger/")) return answerBy(stateOf(lines), path);
    const query = new URL(path, "https://tidemark.test").searchParams;
    const after = Number(query.get("after"));
    const end = after + Number(query.get("limit"));
    try {
      const results = lines.slice(after, end).map((line): unknown => JSON.parse(line));
      return { results, next: end < lines.length ? String(end) : null };
    } catch {
      throw new HttpError({ status: 500, code: "internal_error", detail: "Internal Server Error" });
    }
  };
}

/** A signal as its page has it. */
function detailOf(chain: readonly LedgerEntry[], id: string): SignalDetail {
  const signal = stateOf(chain.map((entry) => JSON.stringify(entry))).signals.get(id);
  if (!signal) throw new Error(`${id} was never published`);
  const { trader, ...rest } = signalOf(signal);
  const entries = chain.filter(({ signal_id }) => signal_id === id);
  return v.parse(SignalDetail, { ...rest, trader: { ...trader, name: "North Light" }, entries });
}

function stateOf(lines: readonly string[]): ReplayState {
  const replay = createReplay();
  for (const line of lines) replay.add(v.parse(LedgerEntry, JSON.parse(line)));
  return replay.state;
}

function answerBy(state: ReplayState, path: string): unknown {
  const [, , list, name = ""] = path.split("/");
  const trader = state.traders.get(name);
  const signal = state.signals.get(name);
  if (list === "summary") return summaryOf(state);
  if (list === "traders" && trader) return { ...traderDetailOf(trader, state), name: "North Light" };
  if (list !== "signals" || !signal)
    throw new HttpError({ status: 404, code: "not_found", detail: "Not found." });
  const published = signalOf(signal);
  return { ...published, trader: { ...published.trader, name: "North Light" } };
}
