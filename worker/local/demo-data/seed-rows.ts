/** Converts seed events to rows of the database: entries hashed into a real chain, tallies computed as by the API. */
import { createHash } from "node:crypto";
import { canonicalJson } from "#shared/encoding/canonical-json.ts";
import { GENESIS_HASH, type LedgerDraft } from "#shared/contracts/ledger.ts";
import { countedEndingOf, endDraft, type Ending, saidOfEnd } from "#shared/record/ending.ts";
import { equitySeriesText } from "#shared/record/equity-series.ts";
import {
  evidenceOf,
  FIRST_PURSES,
  type Purses,
  type Stakes,
  stakesAfter,
  stakesOf,
} from "#shared/record/evidence.ts";
import { hashInputOf } from "#shared/record/ledger-chain.ts";
import { EMPTY_STANDING, type Standing, withEnd, withPublished } from "#shared/record/trader-figures.ts";
import { sortFiguresOf } from "#shared/record/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY, type Tally } from "#shared/record/tally.ts";
import { foldTrader } from "#shared/record/written-trader.ts";
import type { ledger } from "#worker/api/tables/ledger.ts";
import { countableOf } from "#worker/api/signals/plan-ends.ts";
import { publishedAt } from "#worker/api/signals/publish-signal.ts";
import type { signals } from "#worker/api/tables/signals.ts";
import type { traderEquity, traders } from "#worker/api/tables/traders.ts";
import type { SeedEvent } from "./seed-events.ts";

type TraderRow = typeof traders.$inferInsert;
type LedgerRow = typeof ledger.$inferSelect;
type SignalRow = typeof signals.$inferInsert;

/** Rows to be written together, in this order of tables. */
export interface SeedPage {
  readonly traders: readonly TraderRow[];
  readonly ledger: readonly LedgerRow[];
  readonly signals: readonly SignalRow[];
}

/** Known only at the end: columns that replace those of `traders` (by id) and of the one row of `totals`. */
export interface SeedSummary {
  readonly traders: readonly Readonly<Record<string, number | null>>[];
  readonly traderEquity: readonly (typeof traderEquity.$inferInsert)[];
  readonly totals: Readonly<Record<string, number>>;
}

interface SeededTrader extends Standing {
  readonly id: number;
  readonly retiredAtMs: number | null;
  readonly joinedSeq: number;
  /** Newest entry that changed anything in this row. */
  readonly lastSeq: number;
}

interface OpenSignal {
  readonly id: string;
  readonly published: ReturnType<typeof publishedAt>;
  readonly seq: number;
  readonly traderId: number;
  readonly stakes: Purses;
}

/** Yields pages of about `pageEntries` ledger rows and returns the summary. Memory holds a page and the open signals. */
export function* seedRows(events: Iterable<SeedEvent>, pageEntries = 2000): Generator<SeedPage, SeedSummary> {
  const record = createRecord();
  let page = emptyPage();
  for (const event of events) {
    record.add(event, page);
    if (page.ledger.length < pageEntries) continue;
    yield page;
    page = emptyPage();
  }
  for (const signal of record.openSignals()) page.signals.push(signalRow(signal, null, signal.stakes));
  yield page;
  return record.summary();
}

/** Takes events in order of time, adds their rows to a page, and collects the summary. */
function createRecord() {
  const standings = new Map<string, SeededTrader>();
  const open = new Map<string, OpenSignal>();
  const append = createChain();
  let totals: Tally = EMPTY_TALLY;
  let headSeq = 0;

  const change = (handle: string, changeStanding: (standing: SeededTrader) => SeededTrader): SeededTrader => {
    const standing = standings.get(handle);
    if (!standing) throw new Error(`${handle} acts before joining`);
    const changed = { ...changeStanding(standing), lastSeq: headSeq };
    standings.set(handle, changed);
    return changed;
  };

  const add = (event: SeedEvent, page: PageInProgress): void => {
    const entry = append(draftOf(event), event.atMs);
    headSeq = entry.seq;
    page.ledger.push(entry);
    switch (event.kind) {
      case "joined": {
        const { handle, name } = event.trader;
        const id = standings.size + 1;
        standings.set(handle, {
          ...EMPTY_STANDING,
          id,
          retiredAtMs: null,
          joinedSeq: entry.seq,
          lastSeq: entry.seq,
        });
        page.traders.push({
          id,
          handle,
          name,
          folded: foldTrader({ handle, name }),
          joined_at: event.atMs,
          last_seq: entry.seq,
        });
        break;
      }
      case "retired":
        change(event.trader.handle, (standing) => ({ ...standing, retiredAtMs: event.atMs }));
        break;
      case "published": {
        const { id, said, rule } = event.signal;
        const published = publishedAt(said, rule, event.atMs);
        totals = addPublished(totals, published.counted);
        const stakes = stakesOf(standings.get(said.trader)?.purses ?? FIRST_PURSES, said.payout);
        const trader = change(said.trader, (standing) =>
          withPublished(standing, { ...published.start, stakes }),
        );
        open.set(id, { id, published, seq: entry.seq, traderId: trader.id, stakes });
        break;
      }
      case "ended": {
        const { signal, end, atMs } = event;
        const ended = open.get(signal.id);
        if (!ended) throw new Error(`${signal.id} ends before it is published`);
        const { counted } = ended.published;
        const countedEnding = countedEndingOf(countableOf(ended.published.row), end, atMs);
        totals = addOutcome(totals, countedEnding, counted);
        const { stakes } = ended;
        change(signal.said.trader, (standing) =>
          withEnd(standing, { ...counted, ...countedEnding, atMs, stakes }),
        );
        page.signals.push(
          signalRow(ended, { end, atMs, seq: entry.seq }, stakesAfter(stakes, countedEnding)),
        );
        open.delete(signal.id);
      }
    }
  };
  return {
    add,
    openSignals: () => open.values(),
    summary: () => summarise([...standings.values()], totals, headSeq),
  };
}

interface PageInProgress {
  readonly traders: TraderRow[];
  readonly ledger: LedgerRow[];
  readonly signals: SignalRow[];
}

function emptyPage(): PageInProgress {
  return { traders: [], ledger: [], signals: [] };
}

/** Appends drafts to the chain and returns their rows. */
function createChain(): (draft: LedgerDraft, atMs: number) => LedgerRow {
  let seq = 0;
  let prev_hash = GENESIS_HASH;
  return (draft, atMs) => {
    seq += 1;
    const at = new Date(atMs).toISOString();
    const entry = { ...draft, seq, at, clock_at: at, prev_hash };
    const hash = createHash("sha256").update(hashInputOf(entry)).digest("hex");
    const { kind, signal_id } = draft;
    const payload = canonicalJson(draft.payload);
    const row = { seq, at: atMs, clock_at: atMs, kind, signal_id, payload, prev_hash, hash };
    prev_hash = hash;
    return row;
  };
}

function draftOf(event: SeedEvent): LedgerDraft {
  if (event.kind === "joined" || event.kind === "retired") {
    const kind = event.kind === "joined" ? "trader_joined" : "trader_retired";
    return { kind, signal_id: null, payload: { trader: event.trader.handle } };
  }
  const { signal } = event;
  if (event.kind === "ended") return endDraft(signal.id, event.end);
  return {
    kind: "published",
    signal_id: signal.id,
    payload: publishedAt(signal.said, signal.rule, signal.publishedAtMs).payload,
  };
}

function signalRow(
  { id, published, seq, traderId }: OpenSignal,
  ended: { readonly end: Ending; readonly atMs: number; readonly seq: number } | null,
  stakes: Stakes,
): SignalRow {
  const row = { ...published.row, published_seq: seq, id, trader_id: traderId, stakes };
  if (ended === null) return row;
  const { end, atMs, seq: settled_seq } = ended;
  const { outcome: counted, becameLate } = countedEndingOf(countableOf(row), end, atMs);
  return {
    ...row,
    ...saidOfEnd(end),
    outcome: end.outcome,
    is_late: row.is_late || becameLate,
    counts_as_lost: counted === "void_lost",
    settled_at: atMs,
    settled_seq,
  };
}

function traderColumnsOf({ id, tally, purses, isCompared, retiredAtMs, lastSeq }: SeededTrader) {
  return {
    id,
    retired_at: retiredAtMs,
    ...tally,
    ...sortFiguresOf(tally),
    ...evidenceOf(purses),
    is_compared: isCompared ? 1 : 0,
    last_seq: lastSeq,
  };
}

function summarise(standings: readonly SeededTrader[], totals: Tally, headSeq: number): SeedSummary {
  return {
    // A trader without any event since joining stays unchanged.
    traders: standings.filter(({ joinedSeq, lastSeq }) => lastSeq > joinedSeq).map(traderColumnsOf),
    traderEquity: standings.map(({ id, series, confidences, purses, moments }) => ({
      trader_id: id,
      series: equitySeriesText(series),
      confidences,
      purses,
      moments,
    })),
    totals: {
      traders: standings.length,
      retired_traders: standings.filter(({ retiredAtMs }) => retiredAtMs !== null).length,
      ...totals,
      last_seq: headSeq,
    },
  };
}
