/** Signal rows in storage and signals on the wire. */
import * as v from "valibot";
import {
  CORRECTABLE,
  DIRECTIONS,
  OUTCOMES,
  PAYOUT_STEPS_PER_UNIT,
  STAKE,
  type Signal,
} from "#shared/contracts/signals.ts";
import type { Counted } from "#shared/tally.ts";

const SignalRow = v.object({
  published_seq: v.number(),
  id: v.string(),
  handle: v.string(),
  name: v.string(),
  asset: v.string(),
  direction: v.picklist(DIRECTIONS),
  published_at: v.number(),
  entry_at: v.number(),
  expires_at: v.number(),
  settle_by: v.number(),
  payout: v.number(),
  is_late: v.number(),
  is_otc: v.number(),
  outcome: v.picklist(OUTCOMES),
  settled_at: v.nullable(v.number()),
  settled_seq: v.nullable(v.number()),
  void_reason: v.nullable(v.string()),
  corrected_from: v.nullable(v.picklist(CORRECTABLE)),
  corrected_at: v.nullable(v.number()),
  corrected_seq: v.nullable(v.number()),
  correction_reason: v.nullable(v.string()),
});

/** Columns of a signal, for SELECT from `signals` joined with its trader. */
export const SIGNAL_COLUMNS = `published_seq, signals.id, handle, name, asset, direction, published_at, entry_at,
  expires_at, settle_by, payout, is_late, is_otc, outcome, settled_at, settled_seq, void_reason,
  corrected_from, corrected_at, corrected_seq, correction_reason`;

export function parseSignalRow(row: unknown): Signal {
  const { handle, name, ...signal } = v.parse(SignalRow, row);
  return {
    id: signal.id,
    trader: { handle, name },
    asset: signal.asset,
    direction: signal.direction,
    published_at: isoTime(signal.published_at),
    entry_at: isoTime(signal.entry_at),
    expires_at: isoTime(signal.expires_at),
    settle_by: isoTime(signal.settle_by),
    payout: signal.payout / PAYOUT_STEPS_PER_UNIT,
    stake: STAKE,
    outcome: signal.outcome,
    is_late: signal.is_late === 1,
    is_otc: signal.is_otc === 1,
    settled_at: signal.settled_at === null ? null : isoTime(signal.settled_at),
    void_reason: signal.void_reason,
    correction: correctionOf(signal),
    published_seq: signal.published_seq,
    settled_seq: signal.settled_seq,
  };
}

/** What a row counts as. */
export function countedOf({
  payout,
  is_late,
  is_otc,
}: Pick<v.InferOutput<typeof SignalRow>, "payout" | "is_late" | "is_otc">): Counted {
  return { payout: payout / PAYOUT_STEPS_PER_UNIT, isLate: is_late === 1, isOtc: is_otc === 1 };
}

function correctionOf({
  corrected_from: from,
  corrected_at: atMs,
  corrected_seq: seq,
  correction_reason: reason,
}: Omit<v.InferOutput<typeof SignalRow>, "handle" | "name">): Signal["correction"] {
  if (from === null) return null;
  if (atMs === null || seq === null || reason === null) throw new Error("half a correction is stored");
  return { from, at: isoTime(atMs), reason, seq };
}

function isoTime(atMs: number): string {
  return new Date(atMs).toISOString();
}
