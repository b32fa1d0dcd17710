/** The full check of a site by `npm run ledger:verify`: its record, its log, and what was kept of both. */
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import {
  findChainChange,
  findLogChange,
  findLogFault,
  findSeenChange,
  type ReadEntries,
} from "./check-history.ts";
import { checkSite, type SiteFinding } from "./check-site.ts";
import { createWitnessCheck, digestOfSeen, readSeenLog, type SeenLog } from "./check-witnesses.ts";
import { faultWords, sha256OfBytes } from "./fault-words.ts";
import { NotFound, Refused, type Site } from "./ledger-source.ts";
import { createLogRoots } from "#shared/log-roots.ts";
import { readRemembered, type RememberedRecord, rememberRecord, writeEvidence } from "./remembered-record.ts";
import { type CheckpointFinding, openCheckpoint } from "./signed-checkpoint.ts";

export interface SiteReader {
  /** Where the head and the checkpoint are stored; null if they are not. */
  readonly file: string | null;
  /** Keys of the log's witnesses that the reader trusts; empty to use those that the site names. */
  readonly witnesses: readonly string[];
  /** The log's key, if the reader has it from another source than the file or the site. */
  readonly key: string | null;
}

export interface SiteVerdict {
  /** What was verified. */
  readonly lines: readonly string[];
  /** The faults; empty if there are none. */
  readonly faults: readonly string[];
}

/**
 * Writes the file only if everything holds. If the log is at fault, or differs from what was kept, both versions are written
 * next to it. Rejects if the site or the file cannot be read.
 */
export async function verifySite(site: Site, reader: SiteReader): Promise<SiteVerdict> {
  const { file } = reader;
  const kept = file === null ? null : await readRemembered(file, site.url);
  const finding = await readSiteLog(site, reader.key ?? kept?.log?.key ?? null);
  const log = finding && "signed" in finding ? finding.signed : null;

  const seen = log && (await readSeenLog(site, log.origin, reader.witnesses));
  const witnessCheck = seen && createWitnessCheck(seen);
  const sizes = seen?.checkpoints.map(({ size }) => size) ?? [];
  const roots = createLogRoots(sha256OfBytes, [log?.size ?? 0, kept?.log?.size ?? 0, ...sizes]);
  const read: { head: LedgerCheckpoint; hashOfKeptHead: string | null } = {
    head: { seq: 0, hash: "" },
    hashOfKeptHead: null,
  };
  const record = await checkSite(site, {
    onEntry(entry) {
      roots.add(entry);
      witnessCheck?.onEntry(entry);
      read.head = { seq: entry.seq, hash: entry.hash };
      if (entry.seq === kept?.head.seq) read.hashOfKeptHead = entry.hash;
    },
    onPublished: (published) => witnessCheck?.onPublished(published),
  });

  const recordFault = record.kind === "holds" ? null : faultWords(record);
  const logFault =
    (await findFault(
      { finding, seen, kept, ...reader },
      { count: read.head.seq, isWhole: record.kind !== "broken", roots, hashOfKeptHead: read.hashOfKeptHead },
    )) ?? (record.kind === "holds" && witnessCheck ? await witnessCheck.findFault(site, roots) : null);
  const faults = [recordFault, logFault].filter((fault) => fault !== null);
  const seenNow = seen && (await digestOfSeen(seen.checkpoints));
  const now = { site: site.url, readAt: new Date().toISOString(), head: read.head, log, seen: seenNow };
  if (file !== null && logFault !== null) {
    const evidence = await writeEvidence(file, faults, { kept, now });
    faults.push(`What was kept and what the site says now stand in ${evidence}.`);
  }
  if (faults.length > 0) return { lines: recordLines(record), faults };
  if (file !== null) await rememberRecord(file, now);
  const witnessed = (await witnessCheck?.summary()) ?? null;
  const lines = [
    ...recordLines(record),
    ...logLines(now, kept, reader),
    ...(witnessed === null ? [] : [witnessed]),
  ];
  return { lines: [...lines, `Head ${read.head.seq} ${read.head.hash}`], faults };
}

/**
 * The newest checkpoint of the site's log, signed with the key that its reader has pinned. Null if the site has no log. If
 * no key is pinned, uses the first one that the site names.
 */
async function readSiteLog(site: Site, pinned: string | null): Promise<CheckpointFinding | null> {
  try {
    const note = await site.readText("/log/checkpoint");
    const named = (await site.readText("/log/key")).trim().split("\n");
    const finding = await openCheckpoint(note, pinned ?? named[0] ?? "");
    if ("signed" in finding || pinned === null || named.includes(pinned)) return finding;
    const words = `${finding.fault}\nThe site names another key now: ${named.join(", ")}\n`;
    return { fault: `${words}Where its operator has announced this key, pin it once with --key.` };
  } catch (error) {
    const isAbsent =
      error instanceof NotFound || (error instanceof Refused && error.code === "log_not_configured");
    if (isAbsent) return null;
    throw error;
  }
}

interface Known extends Pick<SiteReader, "key" | "witnesses"> {
  readonly finding: CheckpointFinding | null;
  readonly seen: SeenLog | null;
  readonly kept: RememberedRecord | null;
}

/** The first fault of the log, or the first difference from what was kept. */
async function findFault(
  { finding, seen, kept, key, witnesses }: Known,
  entries: ReadEntries,
): Promise<string | null> {
  if (finding && "fault" in finding)
    return kept?.log ? `${finding.fault}Kept on ${kept.readAt}:\n${kept.log.note}` : finding.fault;
  const log = finding?.signed ?? null;
  if (log === null && (key !== null || witnesses.length > 0))
    return "A key was given, but the site has no log.";
  if (log !== null && seen === null && witnesses.length > 0)
    return "A witness was given, but the site does not list what witnesses have seen.";
  return (
    (log && (await findLogFault(log, entries))) ??
    (kept?.log ? await findLogChange(kept.log, log, entries.roots) : null) ??
    (kept && (await findSeenChange(kept, seen?.checkpoints ?? []))) ??
    (kept && findChainChange(kept, entries))
  );
}

function recordLines(record: SiteFinding): string[] {
  if (record.kind !== "holds") return [];
  const { head, grown, compared } = record;
  const { summary, traders, signals } = compared;
  const published = [
    summary === null ? "no summary" : "the summary",
    `${traders ?? "no"} traders`,
    `${signals ?? "no"} signals`,
  ];
  return [
    `The ledger holds: ${head.seq} entries, each by the rules${grown > 0 ? `, ${grown} of them written meanwhile` : ""}.`,
    `What the site publishes follows from them: ${published.join(", ")}.`,
  ];
}

function logLines(
  { log }: RememberedRecord,
  kept: RememberedRecord | null,
  { file, key }: SiteReader,
): string[] {
  const lines = log
    ? [
        `The log holds: its checkpoint of ${log.size} entries is that of these entries.`,
        `Signed with ${log.key}, ${trustIn(log.key, kept, { file, key })}.`,
      ]
    : ["The site has no log."];
  if (kept)
    lines.push(
      `What ${file} kept on ${kept.readAt} holds: ${kept.log ? `the checkpoint of ${kept.log.size} entries and ` : ""}the head ${kept.head.seq}.`,
    );
  return lines;
}

/** Why the key is trusted. */
function trustIn(
  logKey: string,
  kept: RememberedRecord | null,
  { file, key }: Pick<SiteReader, "file" | "key">,
): string {
  if (key !== null)
    return kept?.log && kept.log.key !== logKey
      ? `the key that was given; until now ${file} kept ${kept.log.key}`
      : "the key that was given";
  if (kept?.log) return `the key that ${file} keeps`;
  return file === null
    ? "which the site itself names: pin it with --key"
    : `taken on trust this first time; ${file} keeps it`;
}
