/**
 * Whether an entry was added later than it says: the reader has stored the state of the record at a later time, and the
 * entry was not in it.
 */
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { wasSlippedIn } from "#shared/record/record-rules.ts";
import type { NoteVerifier } from "#shared/log/signed-note.ts";
import { cosignedAt } from "./check-witnesses.ts";
import type { RememberedCheckpoint } from "./state-file.ts";
import { WITNESS_DEADLINE_MS } from "#shared/limits/log.ts";

/** The number of entries that the record had at a time. */
interface Sight {
  readonly seq: number;
  readonly atMs: number;
}

/**
 * By the site's own time and by those of witnesses, never by the reader's clock. Rejects if a cosignature of what was kept is
 * not by the key of its witness.
 */
export async function createSlippedInCheck(
  kept: RememberedCheckpoint,
  witnesses: readonly NoteVerifier[],
): Promise<{ readonly onEntry: (entry: LedgerEntry) => void; readonly fault: () => string | null }> {
  const { note, size, head } = kept;
  const sights: Sight[] = [
    ...(head ? [{ seq: head.seq, atMs: Date.parse(head.at) }] : []),
    // The witness was sent the checkpoint some seconds earlier.
    ...(await cosignedAt(note, witnesses)).map((seconds) => ({
      seq: size,
      atMs: seconds * 1000 - WITNESS_DEADLINE_MS,
    })),
  ];
  let found: string | null = null;
  return {
    onEntry({ seq, at }) {
      // The first entry that was not there then: times never go back.
      const sight = sights.find((one) => one.seq + 1 === seq && wasSlippedIn(Date.parse(at), one.atMs));
      if (sight)
        found ??=
          `Ledger line ${seq} says that it was written at ${at}, but at ${new Date(sight.atMs).toISOString()} the ledger ` +
          `did not have it: it was inserted later. Stored on ${kept.readAt}:\n${note}`;
    },
    fault: () => found,
  };
}
