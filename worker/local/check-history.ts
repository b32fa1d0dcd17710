/**
 * Checks whether a site's log matches its entries, and whether both are unchanged since the last reading. Findings are in
 * words, null for none.
 */
import { toBase64 } from "#shared/base64.ts";
import type { KeptCheckpoint } from "#shared/contracts/log.ts";
import { digestOfSeen } from "./check-witnesses.ts";
import type { LogRoots } from "#shared/log-roots.ts";
import type { RememberedRecord } from "./remembered-record.ts";
import type { SignedCheckpoint } from "./signed-checkpoint.ts";

/** The entries of this reading. */
export interface ReadEntries {
  /** The number of entries, all of which hold. */
  readonly count: number;
  /** Whether no further entry failed the check. */
  readonly isWhole: boolean;
  readonly roots: LogRoots;
  /** Hash of the entry that was the head when the record was kept; null if there is none. */
  readonly hashOfKeptHead: string | null;
}

export async function findLogFault(
  { size, root, note }: SignedCheckpoint,
  { count, isWhole, roots }: ReadEntries,
): Promise<string | null> {
  const folded = await roots.at(size);
  if (folded && toBase64(folded) === toBase64(root)) return null;
  if (folded)
    return `The checkpoint's root is not that of the first ${size} entries, which is ${toBase64(folded)}:\n${note}`;
  return isWhole ? `The checkpoint has ${size} entries, but the ledger has ${count}:\n${note}` : null;
}

/** `log` is null if the site has no log now. */
export async function findLogChange(
  kept: SignedCheckpoint,
  log: SignedCheckpoint | null,
  roots: LogRoots,
): Promise<string | null> {
  if (log === null)
    return `The site had a log, whose checkpoint was kept, and has none now. Kept:\n${kept.note}`;
  const both = `Kept:\n${kept.note}Now:\n${log.note}`;
  if (log.origin !== kept.origin) return `The log has another name than the one that was kept.\n${both}`;
  if (log.size < kept.size)
    return `The log has become shorter: these two checkpoints cannot both be of one that only grows.\n${both}`;
  const folded = await roots.at(kept.size);
  if (folded === null || toBase64(folded) === toBase64(kept.root)) return null;
  return (
    "The log was rewritten: these two checkpoints cannot both be of one that only grows.\n" +
    `${both}By the entries of now, the root of the first ${kept.size} is ${toBase64(folded)}.`
  );
}

/** Somebody who can remove a checkpoint could choose afterwards which signals were witnessed in time. */
export async function findSeenChange(
  { seen, readAt }: RememberedRecord,
  checkpoints: readonly KeptCheckpoint[],
): Promise<string | null> {
  if (seen === null) return null;
  const { sha256 } = await digestOfSeen(checkpoints, seen.upTo);
  return sha256 === seen.sha256
    ? null
    : `What others have seen of the log, up to ${seen.upTo} entries, is not listed as it was on ${readAt}: a checkpoint was taken away, added or changed.`;
}

export function findChainChange({ head, readAt }: RememberedRecord, entries: ReadEntries): string | null {
  const { count, isWhole, hashOfKeptHead } = entries;
  if (hashOfKeptHead === head.hash || head.seq === 0) return null;
  if (hashOfKeptHead !== null)
    return `The ledger was rewritten: entry ${head.seq} had the hash ${head.hash} on ${readAt}, and has ${hashOfKeptHead} now.`;
  return isWhole
    ? `The ledger has become shorter: it had ${head.seq} entries on ${readAt}, and has ${count} now.`
    : null;
}
