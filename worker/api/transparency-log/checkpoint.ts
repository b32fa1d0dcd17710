/** The newest checkpoint of the log, made on request: it names no size whose tiles are missing. */
import { eq, max } from "drizzle-orm";
import { hashesFromTiles, partialTiles } from "#shared/log/log-tiles.ts";
import { treeRoot } from "#shared/log/merkle-tree.ts";
import { checkpointText, signatureLine, signedNote, verifierKey } from "#shared/log/signed-note.ts";
import type { Database } from "#worker/api/database.ts";
import type { LogDependencies } from "./log-config.ts";
import { readTiles, selectHeadSeq, selectLogSize } from "#worker/api/ledger/index.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";
import { logCheckpoints } from "#worker/api/tables/transparency-log.ts";

export interface NewestCheckpoint {
  readonly size: number;
  readonly text: string;
  /** Text and the log's own signatures. */
  readonly note: string;
  /** The longest checkpoint that a witness has seen; null if there is none. */
  readonly kept: typeof logCheckpoints.$inferSelect | null;
  /** The ledger has entries that are not in the log yet: see `catchUpLog`. */
  readonly isBehind: boolean;
}

/** By database, so that a checkpoint is signed once while nothing is appended. */
const latest = new WeakMap<
  Database,
  { readonly name: string; readonly text: string; readonly note: string }
>();

/** Rejects with LogNotConfiguredError. */
export async function newestCheckpoint(
  { db, logKeys }: Pick<LogDependencies, "db" | "logKeys">,
  origin: string,
): Promise<NewestCheckpoint> {
  const keys = await logKeys();
  const [[end], [head], [kept = null]] = await db.batch([
    selectLogSize(db),
    selectHeadSeq(db),
    db
      .select()
      .from(logCheckpoints)
      .where(eq(logCheckpoints.size, db.select({ size: max(logCheckpoints.size) }).from(logCheckpoints))),
  ]);
  const size = end?.size ?? 0;
  const isBehind = size < (head?.seq ?? 0);
  const name = `${origin} ${size} ${end?.last}`;
  const known = latest.get(db);
  if (known?.name === name) return { ...known, size, kept, isBehind };
  const text = checkpointText({ origin, size, root: await rootOf(db, size) });
  const lines = keys.map(async ({ publicKey, sign }) =>
    signatureLine(sha256OfBytes, { name: origin, publicKey }, await sign(text)),
  );
  const note = signedNote(text, await Promise.all(lines));
  latest.set(db, { name, text, note });
  return { size, text, note, kept, isBehind };
}

/** With its newest cosignatures. Rejects with LogNotConfiguredError. */
export async function readCheckpoint(
  deps: Pick<LogDependencies, "db" | "logKeys">,
  origin: string,
): Promise<string> {
  const { note, text, kept } = await newestCheckpoint(deps, origin);
  return kept && isOf(kept, text) ? note + kept.last_cosignatures : note;
}

/** Whether the stored note is that of the checkpoint with this text, whichever keys signed it. */
export function isOf({ note }: { readonly note: string }, text: string): boolean {
  return note.startsWith(`${text}\n`);
}

/** One line per key. Rejects with LogNotConfiguredError. */
export async function readVerifierKeys({ logKeys }: Pick<LogDependencies, "logKeys">, origin: string) {
  const lines = (await logKeys()).map(({ publicKey }) =>
    verifierKey(sha256OfBytes, { name: origin, publicKey }),
  );
  return (await Promise.all(lines)).map((line) => `${line}\n`).join("");
}

/** Every subtree that makes up a root lies in a tile that is not full. */
async function rootOf(db: Database, size: number) {
  const tiles = partialTiles(size);
  const held = await readTiles(db, tiles);
  if (held === null) throw new Error(`the log lacks tiles for its ${size} entries`);
  const readHash = hashesFromTiles(
    sha256OfBytes,
    size,
    async ({ level }) => held[tiles.findIndex((tile) => tile.level === level)] ?? [],
  );
  return treeRoot({ sha256: sha256OfBytes, size, readHash });
}
