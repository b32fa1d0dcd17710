/**
 * The last ledger head this browser has checked. Whoever rewrites the record
 * cannot rewrite this, so a visitor who comes back notices it alone.
 */
import * as v from "valibot";
import { readStored, store, type StorageAccess } from "#client/storage.ts";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { LEDGER_HEAD_KEY } from "#shared/storage-names.ts";

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
);

export interface LedgerMemory {
  /** Null where nothing, or nothing readable, is remembered. */
  readonly recall: () => LedgerCheckpoint | null;
  /** Storage that refuses is none: the check itself does not depend on it. */
  readonly remember: (head: LedgerCheckpoint) => void;
}

export function createLedgerMemory(storage: StorageAccess): LedgerMemory {
  return {
    recall() {
      const parsed = v.safeParse(Remembered, readStored(storage, LEDGER_HEAD_KEY));
      return parsed.success ? parsed.output : null;
    },
    remember: ({ seq, hash }) => void store(storage, LEDGER_HEAD_KEY, JSON.stringify({ seq, hash })),
  };
}
