/**
 * One example of each request body and of each answer in JSON, for the published document. Values that follow from the
 * ledger are computed as everywhere; a test checks each example against its contract.
 */
import type * as v from "valibot";
import * as staffSignals from "#shared/contracts/staff-signals.ts";
import { LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import { LivePage } from "#shared/contracts/live.ts";
import { KeptCheckpointPage, LogWitnessList } from "#shared/contracts/log.ts";
import { PriceAnswer } from "#shared/contracts/prices.ts";
import { NewSignal, Signal, SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { SearchResults } from "#shared/contracts/search.ts";
import { TraderSlices } from "#shared/contracts/slices.ts";
import { NewTrader, Summary, TraderDetail, TraderPage, TraderRename } from "#shared/contracts/traders.ts";
import { VitalsReport, VitalsSummary } from "#shared/contracts/vitals.ts";
import { example, MEMBER_EXAMPLES } from "./example-members.ts";
import {
  asset,
  direction,
  ENTRY_AT,
  EXPIRES_AT,
  HANDLE,
  head,
  joined,
  payout,
  published,
  settled,
  signal,
  statistics,
  trader,
} from "./example-record.ts";
import { STAFF_EXAMPLES } from "./example-staff.ts";

/** Of a log that does not exist. */
const NOTE = `signals.example/log
${head.seq}
3Z1k8Xo9cVQ0m3N8H3qT1m6rQ2vB8YbXn0c1d6m2x4s=

— signals.example/log mIaSMqOPL7XbBmfTin/ZPnQOPYprWWNrlRgOGlzcVfVlw9odNoNjy+OgsHWTXg+u8n7nL2H8opmp0HJnlQeGPtZRJwk=
`;
const COSIGNATURE =
  "— witness.example 4icy/gAAAABrCKJfApZdC7rM+nOeEzPBwIw7UqgfhHthtZXEQVumt+Uy7JyfB7j1+c03b+a4KKPYzM2duqv6q9FLfXRSMlGUjvh4AQ==\n";
const vital = (p75: number) => ({ p75, count: 40 });

/** By contract. */
export const EXAMPLES: ReadonlyMap<v.GenericSchema, unknown> = new Map([
  ...MEMBER_EXAMPLES,
  ...STAFF_EXAMPLES,

  example(Signal, signal),
  example(staffSignals.OpenSignalsPage, {
    results: [],
    next: null,
    as_of_seq: head.seq,
    position: { total: 0, before: 0 },
    counts: { due: 0, running: 12 },
  }),
  example(staffSignals.CorrectableSignalsPage, {
    results: [signal],
    next: null,
    as_of_seq: head.seq,
    position: { total: 1, before: 0 },
  }),
  example(SignalPage, { results: [signal], next: null, as_of_seq: head.seq }),
  example(SignalDetail, { ...signal, entries: [published, settled] }),
  example(TraderPage, { results: [trader], next: null, looked_at: 0 }),
  example(TraderDetail, {
    ...trader,
    equity: [{ settled: 1, at: settled.at, equity: payout, drawdown: 0 }],
    looked_at: 0,
  }),
  example(SearchResults, {
    traders: [{ handle: trader.handle, name: trader.name }],
    assets: [asset],
    signal: null,
  }),
  example(TraderSlices, {
    by: "asset",
    zone: "UTC",
    slices: [{ key: asset, won: 1, lost: 0, draw: 0, gains: payout, squared_gains: payout ** 2 }],
    looked_at: 0,
    as_of_seq: head.seq,
  }),
  example(Summary, { traders: 1, retired_traders: 0, signals: 1, statistics, head }),
  example(LedgerPage, { results: [joined, published, settled], next: null }),
  example(LedgerHead, head),
  example(KeptCheckpointPage, {
    results: [
      {
        size: head.seq,
        first_note: `${NOTE}${COSIGNATURE}`,
        first_witnessed_at: "2026-03-01T12:07:31.000Z",
        last_note: `${NOTE}${COSIGNATURE}`,
        last_witnessed_at: "2026-03-01T12:07:31.000Z",
      },
    ],
    next: null,
  }),
  example(LogWitnessList, {
    results: [
      {
        name: "witness.example",
        status: "failing",
        size: head.seq,
        succeeded_at: "2026-03-01T12:07:31.000Z",
        failed_at: "2026-03-01T12:08:05.000Z",
        failure: "does not answer in time",
        objected_at: null,
        objection: null,
        refused_note: null,
        seen_note: null,
      },
    ],
  }),
  example(LivePage, {
    results: [{ seq: head.seq, kind: "settled", signal }],
    seq: head.seq,
    is_reset: false,
  }),

  example(NewSignal, {
    trader: HANDLE,
    asset,
    direction,
    entry_at: ENTRY_AT,
    expires_at: EXPIRES_AT,
    payout,
    stated_price: "1.0851",
  }),
  example(staffSignals.SettleRequest, {
    outcome: "won",
    evidence: {
      price: "1.0862",
      at: EXPIRES_AT,
      where: "The platform's chart",
      note: "The source was down.",
    },
  }),
  example(staffSignals.VoidRequest, { reason: "The price feed was wrong." }),
  example(staffSignals.CorrectRequest, { from: "won", outcome: "lost", reason: "The price was misread." }),
  example(PriceAnswer, {
    asset,
    at: "2026-03-01T12:00:58.412Z",
    price: "1.08509",
    source: "Example quotes",
  }),
  example(NewTrader, { handle: HANDLE, name: "North Light" }),
  example(TraderRename, { name: "North Light" }),

  example(VitalsReport, { page: "home", lcp: 1200, inp: 48, cls: 0.02, fcp: 700, ttfb: 90 }),
  example(VitalsSummary, {
    days: 7,
    results: [
      {
        page: "home",
        lcp: vital(1240),
        inp: vital(50),
        cls: vital(0.021),
        fcp: vital(720),
        ttfb: vital(96),
      },
    ],
  }),
]);
