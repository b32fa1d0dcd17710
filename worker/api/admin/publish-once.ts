/**
 * A signal that staff publish with an `Idempotency-Key` is on the record once, however often it is sent: the key decides on
 * the signal's id, and the record takes no id twice.
 */
import type { NewSignal, Signal } from "#shared/contracts/signals.ts";
import type { Database } from "#worker/api/database.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import { publishSignal, showSignal } from "#worker/api/signals/index.ts";
import { sha256 } from "#worker/http/sha256.ts";

export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200;

export type Publication =
  | { readonly outcome: "published" | "repeated"; readonly signal: Signal }
  /** The key stands for another signal. */
  | { readonly outcome: "key_reused" };

export interface KeyedSignal {
  /** Account of the member of staff: keys of different people are different keys. */
  readonly accountId: string;
  readonly idempotencyKey: string;
  readonly signal: NewSignal;
}

/** Throws as `publishSignal` does. */
export async function publishOnce(
  deps: LedgerDependencies,
  { accountId, idempotencyKey, signal }: KeyedSignal,
): Promise<Publication> {
  const digest = await sha256(`publish\n${accountId}\n${idempotencyKey}`);
  const id = digest.slice(0, 20);
  const earlier = await findEarlier(deps.db, id, signal);
  if (earlier) return earlier;
  try {
    return { outcome: "published", signal: await publishSignal(deps, signal, id) };
  } catch (error) {
    // Its first copy was published between our look-up and our write.
    const first = isRepeated(error) ? await findEarlier(deps.db, id, signal) : null;
    if (first) return first;
    throw error;
  }
}

async function findEarlier(db: Database, id: string, asked: NewSignal): Promise<Publication | null> {
  const detail = await showSignal(db, id);
  if (detail === null) return null;
  const { entries: _entries, ...signal } = detail;
  const isSame =
    signal.trader.handle === asked.trader &&
    signal.asset === asked.asset &&
    signal.direction === asked.direction &&
    Date.parse(signal.entry_at) === asked.entry_at &&
    Date.parse(signal.expires_at) === asked.expires_at &&
    signal.payout === asked.payout;
  return isSame ? { outcome: "repeated", signal } : { outcome: "key_reused" };
}

/** The words of the trigger `signals_are_published_once`. */
function isRepeated(error: unknown): boolean {
  return error instanceof Error && error.message.includes("signal exists");
}
