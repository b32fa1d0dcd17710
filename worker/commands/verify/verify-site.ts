/** The full check of a site: its record, its log, what witnesses saw of it, and that the log continues the remembered one. */
import { toBase64 } from "#shared/encoding/base64.ts";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { createLogRoots, type LogRoots } from "#shared/record/log-roots.ts";
import type { NoteVerifier } from "#shared/log/signed-note.ts";
import { sha256OfBytes } from "./digests.ts";
import { faultWords } from "./fault-words.ts";
import { createPriceCheck } from "./ask-again.ts";
import { checkPublished, type PublishedFinding } from "./check-published.ts";
import { createSlippedInCheck } from "./check-slipped-in.ts";
import { createWitnessCheck, readSeenLog } from "./check-witnesses.ts";
import { NotFound, Refused, type Site } from "./ledger-source.ts";
import { type CheckpointFinding, openCheckpoint, type SignedCheckpoint } from "./signed-checkpoint.ts";
import { readState, type RememberedCheckpoint, writeState } from "./state-file.ts";
import type { Verdict } from "./verdict.ts";

export interface SiteReader {
  /** As in `readState`; null if nothing is remembered. */
  readonly stateFile: string | null;
  /** The log's key, if the reader has it from another source than the site. */
  readonly key: string | null;
  /** The log's witnesses that the reader trusts; empty to use those that the site names. */
  readonly witnesses: readonly NoteVerifier[];
  /** How many quotes the sources of prices are asked again for; null for none. */
  readonly quotes: number | null;
}

/** Writes the state file only if everything holds. Rejects if the site or the file cannot be read. */
export async function verifySite(site: Site, reader: SiteReader): Promise<Verdict> {
  const { stateFile, key, witnesses, quotes } = reader;
  const kept = stateFile === null ? null : await readState(stateFile);
  const finding = await readLog(site, key, kept);
  const log = finding && "signed" in finding ? finding.signed : null;
  const seen = log && (await readSeenLog(site, log.origin, witnesses));
  const witnessCheck = seen && createWitnessCheck(seen);
  const slippedIn = kept && (await createSlippedInCheck(kept, seen?.witnesses ?? witnesses));
  const announced = await site.head();
  const sizes = seen?.checkpoints.map(({ size }) => size) ?? [];
  const roots = createLogRoots(sha256OfBytes, [log?.size ?? 0, kept?.size ?? 0, ...sizes]);
  const priceCheck = quotes === null ? null : createPriceCheck(quotes);
  let head: LedgerCheckpoint = { seq: 0, hash: "" };
  const record = await checkPublished(site, {
    onEntry(entry) {
      roots.add(entry);
      witnessCheck?.onEntry(entry);
      slippedIn?.onEntry(entry);
      priceCheck?.onEntry(entry);
      head = { seq: entry.seq, hash: entry.hash };
    },
    onPublished: (published) => witnessCheck?.onPublished(published),
  });

  async function findLogFault(): Promise<string | null> {
    if (finding && "fault" in finding)
      return kept ? `${finding.fault}Stored on ${kept.readAt}:\n${kept.note}` : finding.fault;
    if (log === null) {
      if (kept)
        return `The site had a log, whose checkpoint was stored, and has none now. Stored:\n${kept.note}`;
      const isAsked = stateFile !== null || key !== null || witnesses.length > 0;
      return isAsked ? "You gave a state file, a key or a witness, but the site has no log." : null;
    }
    if (seen === null && witnesses.length > 0)
      return "You gave a witness, but the site does not list witnessed checkpoints.";
    return (
      (await findCheckpointFault(log, roots, record.kind === "broken" ? null : head.seq)) ??
      (kept && (await findChange(kept, log, roots))) ??
      (record.kind === "holds" && witnessCheck ? witnessCheck.findFault(site, roots) : null)
    );
  }

  const recordFault = record.kind === "holds" ? null : faultWords(record);
  const asked = record.kind === "holds" && priceCheck ? await priceCheck.verdict() : null;
  const found = [recordFault, await findLogFault(), slippedIn?.fault() ?? null, ...(asked?.faults ?? [])];
  const faults = found.filter((fault) => fault !== null);
  const lines = [...recordLines(record), ...(asked?.lines ?? [])];
  if (faults.length > 0) return { lines, faults };
  if (log) {
    lines.push(
      `The log holds: its checkpoint of ${log.size} lines is that of the ledger.`,
      `Signed with ${log.key}, ${trustIn(reader, kept)}.`,
    );
    if (kept)
      lines.push(
        `It continues the checkpoint of ${kept.size} lines that ${stateFile} stored on ${kept.readAt}.`,
      );
    const { seq, readAtMs } = announced;
    const at = readAtMs === null ? null : new Date(readAtMs).toISOString();
    if (stateFile !== null) await writeState(stateFile, log.note, at === null ? null : { seq, at });
  } else lines.push("The site has no log.");
  const witnessed = (await witnessCheck?.summary()) ?? null;
  if (witnessed !== null) lines.push(witnessed);
  lines.push(`Head ${head.seq} ${head.hash}`);
  return { lines, faults };
}

/**
 * The newest checkpoint of the site's log, signed with the key that its reader trusts: the given one, or one that the site
 * names and that has signed the remembered checkpoint. Null if the site has no log.
 */
async function readLog(
  site: Site,
  given: string | null,
  kept: RememberedCheckpoint | null,
): Promise<CheckpointFinding | null> {
  try {
    const note = await site.readText("/log/checkpoint");
    const named = (await site.readText("/log/key")).trim().split("\n");
    if (given !== null || kept === null) return await openCheckpoint(note, given ?? named[0] ?? "");
    for (const key of named)
      if ("signed" in (await openCheckpoint(kept.note, key))) return await openCheckpoint(note, key);
    return {
      fault:
        `No key that the site names now has signed the stored checkpoint: ${named.join(", ")}\n` +
        "If its operator announced a new key, pin it once with --key.\n",
    };
  } catch (error) {
    const isAbsent =
      error instanceof NotFound || (error instanceof Refused && error.code === "log_not_configured");
    if (isAbsent) return null;
    throw error;
  }
}

/** `count` is the number of entries; null if a further one failed the check. */
async function findCheckpointFault(
  { size, root, note }: SignedCheckpoint,
  roots: LogRoots,
  count: number | null,
): Promise<string | null> {
  const folded = await roots.at(size);
  if (folded && toBase64(folded) === toBase64(root)) return null;
  if (folded)
    return `The checkpoint's root is not that of the first ${size} lines, which is ${toBase64(folded)}:\n${note}`;
  return count === null ? null : `The checkpoint has ${size} lines, but the ledger has ${count}:\n${note}`;
}

async function findChange(
  kept: RememberedCheckpoint,
  log: SignedCheckpoint,
  roots: LogRoots,
): Promise<string | null> {
  const both = `Stored on ${kept.readAt}:\n${kept.note}Now:\n${log.note}`;
  if (log.origin !== kept.origin) return `The log has another name than the stored one.\n${both}`;
  if (log.size < kept.size)
    return `The log has become shorter: these two checkpoints cannot belong to one log that only grows.\n${both}`;
  const folded = await roots.at(kept.size);
  if (folded === null || toBase64(folded) === toBase64(kept.root)) return null;
  return (
    "The log was rewritten: these two checkpoints cannot belong to one log that only grows.\n" +
    `${both}The root of the first ${kept.size} lines is now ${toBase64(folded)}.`
  );
}

function recordLines(record: PublishedFinding): string[] {
  if (record.kind !== "holds") return [];
  const { head, grown, compared } = record;
  const { summary, traders, signals } = compared;
  const published = [
    summary === null ? "no summary" : "the summary",
    `${traders ?? "no"} traders`,
    `${signals ?? "no"} signals`,
  ];
  return [
    `The ledger holds: ${head.seq} lines follow the rules${grown > 0 ? `, ${grown} of them written during the check` : ""}.`,
    `Everything published follows from them: ${published.join(", ")}.`,
  ];
}

/** Why the key is trusted. */
function trustIn({ key, stateFile }: SiteReader, kept: RememberedCheckpoint | null): string {
  if (key !== null) return "the key that you gave";
  return kept
    ? `which also signed the checkpoint in ${stateFile}`
    : "which the site itself names: pin it with --key";
}
