/** The checkpoints that witnesses have seen, as they are stored and as they are published. */
import type { InferOutput } from "valibot";
import { and, asc, eq, gt, gte, lte, notExists, sql } from "drizzle-orm";
import type { KeptCheckpoint, KeptCheckpointQuery } from "#shared/contracts/log.ts";
import { cosignedByMs, parseSignatureLine, type VerifiedSignature } from "#shared/log/signed-note.ts";
import { type Database, insertIf, type Statement } from "#worker/api/database.ts";
import { isOf, type NewestCheckpoint } from "./checkpoint.ts";
import { logCheckpoints } from "#worker/api/tables/transparency-log.ts";

/** Statements that store cosignatures of a checkpoint: the first ones permanently, and beside them the newest of each witness. */
export function keepCosignatures(
  db: Database,
  { size, note, text, kept }: NewestCheckpoint,
  cosignatures: readonly VerifiedSignature[],
): readonly Statement[] {
  const seconds = cosignatures.map(({ cosignedAtSeconds }) => cosignedAtSeconds ?? 0);
  const lines = cosignatures.map(({ line }) => line).join("");
  const last = Math.max(...seconds) * 1000;
  return [
    insertNew(db, {
      size,
      note,
      first_cosignatures: lines,
      first_witnessed_at: cosignedByMs(Math.min(...seconds)),
      last_cosignatures: lines,
      last_witnessed_at: last,
    }),
    db
      .update(logCheckpoints)
      .set({
        last_cosignatures:
          otherLines(kept && isOf(kept, text) ? kept.last_cosignatures : "", cosignatures) + lines,
        last_witnessed_at: last,
      })
      .where(and(isCheckpoint(size, text), lte(logCheckpoints.last_witnessed_at, last))),
  ];
}

/** Sizes are stored in ascending order: if another run has stored a longer checkpoint meanwhile, this one adds nothing. */
function insertNew(
  db: Database,
  row: typeof logCheckpoints.$inferInsert & { readonly size: number },
): Statement {
  const noSmaller = db
    .select({ size: logCheckpoints.size })
    .from(logCheckpoints)
    .where(gte(logCheckpoints.size, row.size));
  return insertIf(db, logCheckpoints, row, notExists(noSmaller));
}

function isCheckpoint(size: number, text: string) {
  return and(
    eq(logCheckpoints.size, size),
    eq(sql`substr(${logCheckpoints.note}, 1, ${text.length + 1})`, `${text}\n`),
  );
}

/** The lines of witnesses that are not among the new ones. */
function otherLines(lines: string, cosignatures: readonly VerifiedSignature[]): string {
  const isNew = (line: string) => {
    const signature = parseSignatureLine(line);
    return cosignatures.some(
      ({ verifier }) => verifier.name === signature?.name && verifier.keyId === signature.keyId,
    );
  };
  return lines
    .split("\n")
    .filter((line) => line !== "" && !isNew(line))
    .map((line) => `${line}\n`)
    .join("");
}

/** Ascending by size. */
export async function listCheckpoints(
  db: Database,
  { after = -1, limit }: InferOutput<typeof KeptCheckpointQuery>,
): Promise<{ results: KeptCheckpoint[]; next: string | null }> {
  const rows = await db
    .select()
    .from(logCheckpoints)
    .where(gt(logCheckpoints.size, after))
    .orderBy(asc(logCheckpoints.size))
    .limit(limit + 1);
  const results = rows.slice(0, limit).map((row) => ({
    size: row.size,
    first_note: row.note + row.first_cosignatures,
    first_witnessed_at: new Date(row.first_witnessed_at).toISOString(),
    last_note: row.note + row.last_cosignatures,
    last_witnessed_at: new Date(row.last_witnessed_at).toISOString(),
  }));
  return { results, next: rows.length > limit ? String(results.at(-1)?.size) : null };
}
