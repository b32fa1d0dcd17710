/** Arbitrary entries in a hash chain: the chain is valid, whatever the entries say. */
import { GENESIS_HASH, type LedgerDraft, type LedgerEntry } from "#shared/contracts/ledger.ts";
import type { Evidence } from "#shared/contracts/prices.ts";
import { hashEntry } from "#shared/record/ledger-chain.ts";
import { webCryptoSha256 } from "#shared/encoding/sha256.ts";

/** An act at an instant, which is the clock's unless that is given. */
export type Act = LedgerDraft & Pick<LedgerEntry, "at"> & Partial<Pick<LedgerEntry, "clock_at">>;

export const sha256 = webCryptoSha256(crypto.subtle);

export async function chained(acts: readonly Act[]): Promise<LedgerEntry[]> {
  const chain: LedgerEntry[] = [];
  let prev_hash = GENESIS_HASH;
  for (const act of acts) {
    const entry = { clock_at: act.at, ...act, seq: chain.length + 1, prev_hash };
    const hash = await hashEntry(entry, sha256);
    chain.push({ ...entry, hash });
    prev_hash = hash;
  }
  return chain;
}

/** Of what somebody settles by hand. */
export const EVIDENCE: Evidence = {
  price: "1.0851",
  at: "2026-01-05T00:07:00.000Z",
  where: "A platform chart",
};

/** `minutes` after the first instant of the acts below. */
export function instant(minutes: number): string {
  return new Date(Date.UTC(2026, 0, 5) + Math.round(minutes * 60_000)).toISOString();
}

export const DAY_MINUTES = 24 * 60;

export const joined = (trader: string, minutes = 0): Act => ({
  at: instant(minutes),
  kind: "trader_joined",
  signal_id: null,
  payload: { trader },
});

export const retired = (trader: string, minutes: number): Act => ({
  at: instant(minutes),
  kind: "trader_retired",
  signal_id: null,
  payload: { trader },
});

type Published = Extract<LedgerEntry, { kind: "published" }>["payload"];

/** Published at `minutes`, with its entry a minute later and its expiry five minutes after that. */
export function published(id: string, minutes: number, changes: Partial<Published> = {}): Act {
  const payload = {
    trader: "north-light",
    asset: "EUR/USD",
    direction: "up" as const,
    entry_at: instant(minutes + 1),
    expires_at: instant(minutes + 6),
    settle_by: instant(minutes + 6 + DAY_MINUTES),
    payout: 0.85,
    is_late: false,
    ...changes,
  };
  return { at: instant(minutes), kind: "published", signal_id: id, payload };
}

export const settled = (id: string, minutes: number, outcome: "won" | "lost" | "draw"): Act => ({
  at: instant(minutes),
  kind: "settled",
  signal_id: id,
  payload: { outcome, cause: "result", evidence: EVIDENCE },
});

/** Settled by its deadline. */
export const overdue = (id: string, minutes: number): Act => ({
  at: instant(minutes),
  kind: "settled",
  signal_id: id,
  payload: { outcome: "lost", cause: "deadline" },
});

export const corrected = (
  id: string,
  minutes: number,
  outcome: "lost" | "draw",
  reason = "misread",
): Act => ({
  at: instant(minutes),
  kind: "settled",
  signal_id: id,
  payload: { outcome, cause: "correction", reason },
});

export const voided = (id: string, minutes: number, reason = "no quotes"): Act => ({
  at: instant(minutes),
  kind: "voided",
  signal_id: id,
  payload: { reason },
});

/** The act, when the clock showed another time. */
export const clocked = (act: Act, clock_at: string): Act => ({ ...act, clock_at });
