/** What a reader of a site stores in a file between two checks: the head, and the checkpoint of the log with its key. */
import { open, readFile, rename } from "node:fs/promises";
import * as v from "valibot";
import { openCheckpoint, type SignedCheckpoint } from "./signed-checkpoint.ts";

const Kept = v.strictObject({
  site: v.string(),
  read_at: v.string(),
  head: v.strictObject({ seq: v.number(), hash: v.string() }),
  log: v.nullable(v.strictObject({ key: v.string(), checkpoint: v.string() })),
  seen: v.nullable(v.strictObject({ up_to: v.number(), sha256: v.string() })),
});

export interface RememberedRecord {
  /** Address of the site. */
  readonly site: string;
  readonly readAt: string;
  readonly head: { readonly seq: number; readonly hash: string };
  /** Null if the site had no log. */
  readonly log: SignedCheckpoint | null;
  /** Null if the site does not list what others have seen of its log. */
  readonly seen: SeenDigest | null;
}

/**
 * Digest of what the site lists as seen from outside, up to the checkpoint of `size` entries: this part of the list must
 * never change.
 */
export interface SeenDigest {
  readonly upTo: number;
  readonly sha256: string;
}

/** Null if there is no such file. Rejects if `rememberRecord` did not write it, or if it is about another site. */
export async function readRemembered(file: string, site: string): Promise<RememberedRecord | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const { read_at, log, seen, ...kept } = parseKept(file, text);
  if (kept.site !== site) throw new Error(`${file} keeps another site, ${kept.site}`);
  const finding = log && (await openCheckpoint(log.checkpoint, log.key));
  if (finding && "fault" in finding) throw new Error(`${file} does not hold. ${finding.fault}`);
  return {
    ...kept,
    readAt: read_at,
    log: finding && finding.signed,
    seen: seen && { upTo: seen.up_to, sha256: seen.sha256 },
  };
}

function parseKept(file: string, text: string): v.InferOutput<typeof Kept> {
  try {
    return v.parse(Kept, JSON.parse(text));
  } catch {
    throw new Error(`${file} is no file of ledger:verify --remember`);
  }
}

/** Atomic: the file is the old one or the new one, whatever happens meanwhile. */
export async function rememberRecord(file: string, record: RememberedRecord): Promise<void> {
  const written = `${file}.${process.pid}.new`;
  const handle = await open(written, "w");
  await handle.writeFile(`${JSON.stringify(keptOf(record), null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(written, file);
}

/** Writes two contradictory statements into a file next to that of `rememberRecord`, which stays unchanged; returns its name. */
export async function writeEvidence(
  file: string,
  faults: readonly string[],
  { kept, now }: { readonly kept: RememberedRecord | null; readonly now: RememberedRecord },
): Promise<string> {
  const name = `${file}.evidence-${now.readAt.replaceAll(/[:.]/g, "-")}.json`;
  const handle = await open(name, "wx");
  const evidence = { faults, kept: kept && keptOf(kept), now: keptOf(now) };
  await handle.writeFile(`${JSON.stringify(evidence, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  return name;
}

function keptOf({ site, readAt, head, log, seen }: RememberedRecord): v.InferOutput<typeof Kept> {
  return {
    site,
    read_at: readAt,
    head,
    log: log && { key: log.key, checkpoint: log.note },
    seen: seen && { up_to: seen.upTo, sha256: seen.sha256 },
  };
}
