import * as fc from "fast-check";
import * as v from "valibot";
import { expect, it } from "vitest";
import type { CorrectRequest } from "#shared/contracts/staff-signals.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { verifyChain } from "#shared/ledger-chain.ts";
import { sha256 } from "#tests/support/chained.ts";
import { statisticsOf } from "#shared/statistics.ts";
import {
  addCorrection,
  addOutcome,
  addPublished,
  type Counted,
  EMPTY_TALLY,
  type Tally,
} from "#shared/tally.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import {
  correctSignal,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  MINUTE_MS,
  readEntries,
  signalBy,
  type TestRecord,
} from "./record.ts";

/** Every run may take a month, and no entry can be later than now. */
const record = createRecord(Date.UTC(2024, 0, 1));

type Call =
  | { readonly verb: "publish"; readonly entryOffsetMs: number; readonly asset: string }
  | { readonly verb: "settle"; readonly which: number; readonly outcome: "won" | "lost" | "draw" }
  | ({ readonly verb: "correct"; readonly which: number } & Pick<CorrectRequest, "from" | "outcome">)
  | { readonly verb: "void"; readonly which: number }
  | { readonly verb: "wait"; readonly ms: number }
  | { readonly verb: "overdue" | "retire" | "join_again" }
  | { readonly verb: "http"; readonly which: number; readonly method: string; readonly path: string };

const which = fc.nat(7);
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    verb: fc.constant("publish" as const),
    entryOffsetMs: fc.constantFrom(-MINUTE_MS, 0, MINUTE_MS),
    asset: fc.constantFrom("EUR/USD", "EUR/USD", "EURUSD_otc"),
  }),
  fc.record({ verb: fc.constant("settle" as const), which, outcome: fc.constantFrom("won", "lost", "draw") }),
  fc.record({
    verb: fc.constant("correct" as const),
    which,
    from: fc.constantFrom("won", "draw"),
    outcome: fc.constantFrom("draw", "lost"),
  }),
  fc.record({ verb: fc.constant("void" as const), which }),
  fc.record({ verb: fc.constant("wait" as const), ms: fc.constantFrom(MINUTE_MS, 10 * MINUTE_MS, DAY_MS) }),
  fc.record({ verb: fc.constantFrom("overdue" as const, "retire" as const, "join_again" as const) }),
  fc.record({
    verb: fc.constant("http" as const),
    which,
    method: fc.constantFrom("POST", "PUT", "PATCH", "DELETE"),
    path: fc.constantFrom(
      "/api/signals/ID/",
      "/api/signals/",
      "/api/ledger/",
      "/api/ledger/3/",
      "/api/traders/HANDLE/",
    ),
  }),
);

it("no sequence of calls removes or improves a recorded loss", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 10, maxLength: 30 }), async (calls) => {
      const handle = await addSomeTrader(record);
      const ids: string[] = [];
      let before = await stateOf(handle, ids);
      for (const next of calls) {
        await perform(record, next, handle, ids);
        const after = await stateOf(handle, ids);
        for (const id of before.lostIds) expect(after.lostIds).toContain(id);
        expect(after.lost).toBeGreaterThanOrEqual(before.lost);
        expect(after.lost).toBe(after.lostIds.size);
        expect(after.maxDrawdown).toBeGreaterThanOrEqual(before.maxDrawdown);
        expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
        before = after;
      }
      const { statistics } = await traderOf(handle);
      expect(statistics).toEqual(statisticsOf(tallyFromLedger(before.entries, ids)));
    }),
    { numRuns: 12 },
  );
  expect(await verifyChain(await readEntries(record), { sha256 })).toMatchObject({ holds: true });
});

async function perform(record: TestRecord, call: Call, handle: string, ids: string[]): Promise<void> {
  const id = "which" in call ? (ids[call.which] ?? "none") : "none";
  try {
    switch (call.verb) {
      case "publish": {
        const entry_at = new Date(record.clock.ms + call.entryOffsetMs).toISOString();
        const signal = signalBy(handle, record, { entry_at, asset: call.asset });
        ids.push((await publishSignal(record.deps, signal)).id);
        break;
      }
      case "settle":
        await settleSignal(record.deps, id, call.outcome);
        break;
      case "correct":
        await correctSignal(record.deps, id, { from: call.from, outcome: call.outcome, reason: "a mistake" });
        break;
      case "void":
        await voidSignal(record.deps, id, "no reason at all");
        break;
      case "wait":
        record.clock.ms += call.ms;
        break;
      case "overdue":
        await settleOverdue(record.deps);
        break;
      case "retire":
        await retireTrader(record.deps, handle);
        break;
      case "join_again":
        await addTrader(record.deps, { handle, name: "A fresh start" });
        break;
      case "http": {
        const path = call.path.replace("ID", id).replace("HANDLE", handle);
        const body = JSON.stringify({ outcome: "won", reason: "mistake" });
        expect((await record.ask(path, { method: call.method, body })).ok).toBe(false);
      }
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
}

let firstSeqOfRun = 0;
let traderOfRun = "";

async function stateOf(handle: string, ids: readonly string[]) {
  if (traderOfRun !== handle) {
    traderOfRun = handle;
    firstSeqOfRun = (await readEntries(record)).length;
  }
  const entries = await readEntries(record, firstSeqOfRun);
  const { statistics } = await traderOf(handle);
  const lostIds = new Set<string>();
  for (const entry of entries) {
    const isOurs = entry.signal_id !== null && ids.includes(entry.signal_id);
    if (isOurs && entry.kind === "settled" && entry.payload.outcome === "lost") lostIds.add(entry.signal_id);
    if (isOurs && entry.kind === "voided" && isAfterExpiry(entry, entries)) lostIds.add(entry.signal_id);
  }
  return {
    entries,
    lostIds,
    lost: statistics.lost + statistics.otc_lost,
    maxDrawdown: statistics.max_drawdown,
  };
}

function isAfterExpiry({ at, signal_id }: LedgerEntry, entries: readonly LedgerEntry[]): boolean {
  return entries.some(
    (entry) => entry.kind === "published" && entry.signal_id === signal_id && entry.payload.expires_at <= at,
  );
}

/** The statistics as anyone can work them out from the public ledger alone. */
function tallyFromLedger(entries: readonly LedgerEntry[], ids: readonly string[]): Tally {
  const published = new Map<string, Counted>();
  const outcomes = new Map<string, "won" | "lost" | "draw">();
  let tally: Tally = EMPTY_TALLY;
  for (const entry of entries) {
    if (entry.signal_id === null || !ids.includes(entry.signal_id)) continue;
    if (entry.kind === "published") {
      const { payout, is_late: isLate, is_otc: isOtc = false } = entry.payload;
      const signal = { payout, isLate, isOtc };
      published.set(entry.signal_id, signal);
      tally = addPublished(tally, signal);
      continue;
    }
    const signal = published.get(entry.signal_id);
    if (!signal) throw new Error("settled before it was published");
    if (entry.kind !== "settled") {
      tally = addOutcome(
        tally,
        { outcome: isAfterExpiry(entry, entries) ? "void_lost" : "void", isByPrices: false },
        signal,
      );
      continue;
    }
    const { payload } = entry;
    if (payload.cause === "correction") {
      const from = outcomes.get(entry.signal_id);
      if (from === undefined || from === "lost") throw new Error("corrected what could not be");
      tally = addCorrection(tally, { from, to: payload.outcome }, signal);
    } else {
      tally = addOutcome(tally, { outcome: payload.outcome, isByPrices: false }, signal);
    }
    outcomes.set(entry.signal_id, payload.outcome);
  }
  return tally;
}

async function traderOf(handle: string): Promise<TraderDetail> {
  return v.parse(TraderDetail, await (await record.ask(`/api/traders/${handle}/`)).json());
}
