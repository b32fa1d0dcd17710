/**
 * Shows the log's newest checkpoint to the witnesses, each minute and after commits. Several runs at once do no harm: what is
 * stored first stays, and the newest time counts.
 */
import { hashesFromTiles, type Tile } from "#shared/log/log-tiles.ts";
import { consistencyProof, type Hash } from "#shared/log/merkle-tree.ts";
import type { Database, Statement } from "#worker/api/database.ts";
import type { LogDependencies } from "./log-config.ts";
import { readTiles, selectLogSize } from "#worker/api/ledger/index.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";
import { askWitness, type WitnessAnswer } from "./ask-witness.ts";
import { isOf, newestCheckpoint, type NewestCheckpoint } from "./checkpoint.ts";
import { keepCosignatures } from "./kept-checkpoints.ts";
import {
  isFailing,
  isObjecting,
  noteFailure,
  noteObjection,
  noteSuccess,
  type WitnessState,
  readWitnessStates,
} from "./witness-states.ts";
import { WITNESS_DEADLINE_MS } from "#shared/limits/log.ts";

/**
 * Right after a change of SITE_ORIGIN this lasts until the next entry; otherwise entries were changed or removed without the
 * API.
 */
const KEPT_OTHERWISE =
  "a stored checkpoint does not belong to this log: its entries or its name were changed";

/**
 * Asks all witnesses at once for their cosignatures of the newest checkpoint, and stores their answers. Shows nothing while
 * the log is behind the ledger: an older entry that is in none of the checkpoints seen would look as if it had been written
 * afterwards.
 */
export async function showToWitnesses(deps: LogDependencies): Promise<void> {
  const { db, now } = deps;
  const { origin, witnesses } = deps.logConfig;
  if (origin === null || witnesses.length === 0) return;
  const checkpoint = await newestCheckpoint(deps, origin);
  if (checkpoint.isBehind) return;
  const states = await readWitnessStates(
    db,
    witnesses.map(({ vkey }) => vkey),
  );
  const prove = createProver(db, checkpoint.size);
  const readSize = async () => (await selectLogSize(db).get())?.size ?? 0;
  const answers = await Promise.all(
    witnesses.map(async (witness) => {
      const state = states.find(({ vkey }) => vkey === witness.vkey);
      const deadline = AbortSignal.timeout(WITNESS_DEADLINE_MS);
      const knownSize = state?.size ?? 0;
      const answer = await askWitness({ witness, checkpoint, knownSize, prove, readSize, now, deadline });
      return { vkey: witness.vkey, state, answer: asKept(answer, checkpoint) };
    }),
  );
  const cosignatures = answers.flatMap(({ answer }) =>
    answer.outcome === "cosigned" ? [answer.cosignature] : [],
  );
  const [first, ...rest] = [
    ...(cosignatures.length > 0 ? keepCosignatures(db, checkpoint, cosignatures) : []),
    ...answers.flatMap((answered) => noteAnswer(deps, checkpoint, answered)),
  ];
  if (first) await db.batch([first, ...rest]);
}

/** A cosignature that cannot be stored counts as none. */
function asKept(answer: WitnessAnswer, checkpoint: NewestCheckpoint): WitnessAnswer {
  return answer.outcome === "cosigned" && isKeptOtherwise(checkpoint)
    ? { outcome: "failed", words: `has cosigned, but ${KEPT_OTHERWISE}` }
    : answer;
}

function isKeptOtherwise({ size, text, kept }: NewestCheckpoint): boolean {
  return kept !== null && kept.size >= size && !isOf(kept, text);
}

function noteAnswer(
  { db, log, now }: LogDependencies,
  { size, note }: NewestCheckpoint,
  {
    vkey,
    state,
    answer,
  }: {
    readonly vkey: string;
    readonly state: WitnessState | undefined;
    readonly answer: WitnessAnswer;
  },
): readonly Statement[] {
  switch (answer.outcome) {
    case "cosigned":
      return [noteSuccess(db, vkey, size, now())];
    case "has_more":
      return [];
    case "failed":
      if (!state || !isFailing(state))
        log({ level: "warn", event: "witness_failed", witness: vkey, words: answer.words });
      return [noteFailure(db, vkey, answer.words, now())];
    case "objected": {
      const { words, seenNote } = answer;
      if (!state || !isObjecting(state))
        log({
          level: "error",
          event: "witness_objects",
          witness: vkey,
          words,
          refused: note,
          seen: seenNote,
        });
      return [noteObjection(db, state, vkey, { words, refusedNote: note, seenNote }, now())];
    }
  }
}

/** Makes consistency proofs of the log at one size. Each tile is read once. */
function createProver(db: Database, size: number): (oldSize: number) => Promise<readonly Hash[]> {
  const tiles = new Map<string, Promise<readonly Hash[]>>();
  const readTile = (tile: Tile) => {
    const key = `${tile.level} ${tile.index}`;
    const known = tiles.get(key) ?? readTiles(db, [tile]).then((found) => found?.[0] ?? []);
    tiles.set(key, known);
    return known;
  };
  const readHash = hashesFromTiles(sha256OfBytes, size, readTile);
  return (oldSize) => consistencyProof({ sha256: sha256OfBytes, size, readHash }, oldSize);
}
