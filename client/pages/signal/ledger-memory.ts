/**
 * The last ledger head this browser has checked. Whoever rewrites the record
 * cannot rewrite this, so a visitor who comes back notices it alone.
 */
import * as v from "valibot";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { LEDGER_HEAD_KEY } from "#shared/storage-names.ts";

const Remembered = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(1)),
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});

export interface LedgerMemory {
  /** Null where nothing, or nothing readable, is remembered. */
  readonly recall: () => LedgerCheckpoint | null;
  /** Storage that refuses is none: the check itself does not depend on it. */
  readonly remember: (head: LedgerCheckpoint) => void;
}

/** `storage` is called on each use: in some browsers merely reaching for it throws. */
export function createLedgerMemory(storage: () => Pick<Storage, "getItem" | "setItem">): LedgerMemory {
  return {
    recall() {
      try {
        const parsed = v.safeParse(Remembered, JSON.parse(storage().getItem(LEDGER_HEAD_KEY) ?? "null"));
        return parsed.success ? parsed.output : null;
      } catch {
        return null;
      }
    },
    remember({ seq, hash }) {
      try {
        storage().setItem(LEDGER_HEAD_KEY, JSON.stringify({ seq, hash }));
      } catch {
        // As the interface says.
      }
    },
  };
}
