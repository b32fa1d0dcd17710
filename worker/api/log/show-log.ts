/**
 * Shows the log to those outside: its newest checkpoint to the witnesses each minute and after commits, and at most once an
 * hour to the time-stamp authority. Several runs at once do no harm: what is stored first stays, and the newest time counts.
 */
import { sql } from "drizzle-orm";
import { toBase64 } from "#shared/base64.ts";
import { hashesFromTiles, type Tile } from "#shared/log-tiles.ts";
import { consistencyProof, type Hash } from "#shared/merkle-tree.ts";
import { utf8 } from "#shared/utf8.ts";
import type { Database, Statement } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { readTiles, selectLogSize } from "#worker/api/ledger/index.ts";
import { failedExchange, plainWords } from "#worker/http/fetch-bounded.ts";
import { sha256OfBytes } from "#worker/http/sha256.ts";
import { askWitness, type WitnessAnswer } from "./ask-witness.ts";
import { isOf, newestCheckpoint, type NewestCheckpoint } from "./checkpoint.ts";
import { keepCosignatures, keepStamp } from "./kept-checkpoints.ts";
import {
  askObserver,
  isFailing,
  isObjecting,
  noteFailure,
  noteObjection,
  noteSuccess,
  type ObserverState,
  readObservers,
} from "./observers.ts";
import { logObservers } from "./tables.ts";
import { readTimeStamp, timeStampQuery } from "./time-stamp.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";
import { OBSERVER_DEADLINE_MS, STAMP_INTERVAL_MS } from "#shared/limits/log.ts";

type Dependencies = Pick<ApiDependencies, "db" | "log" | "logConfig" | "logKeys" | "now">;

/**
 * Right after a change of SITE_ORIGIN this lasts until the next entry; otherwise entries were changed or removed without the
 * API.
 */
const KEPT_OTHERWISE = "a checkpoint is kept that is not of this log: its entries, or its name, were changed";

/**
 * Asks all witnesses at once for their cosignatures of the newest checkpoint, and stores their answers. Shows nothing while
 * the log is behind the ledger: an older entry that is in none of the checkpoints seen would look as if it had been written
 * afterwards.
 */
export async function showToWitnesses(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const { origin, witnesses } = deps.logConfig;
  if (origin === null || witnesses.length === 0) return;
  const checkpoint = await newestCheckpoint(deps, origin);
  if (checkpoint.isBehind) return;
  const states = await readObservers(
    db,
    witnesses.map(({ vkey }) => vkey),
  );
  const prove = createProver(db, checkpoint.size);
  const readSize = async () => (await selectLogSize(db).get())?.size ?? 0;
  const answers = await Promise.all(
    witnesses.map(async (witness) => {
      const state = states.find(({ name }) => name === witness.vkey);
      const deadline = AbortSignal.timeout(OBSERVER_DEADLINE_MS);
      const knownSize = state?.size ?? 0;
      const answer = await askWitness({ witness, checkpoint, knownSize, prove, readSize, now, deadline });
      return { name: witness.vkey, state, answer: asKept(answer, checkpoint) };
    }),
  );
  const cosignatures = answers.flatMap(({ answer }) =>
    answer.outcome === "cosigned" ? [answer.cosignature] : [],
  );
  const [first, ...rest] = [
    ...(cosignatures.length > 0 ? keepCosignatures(db, checkpoint, cosignatures) : []),
    ...answers.flatMap(({ name, state, answer }) => noteAnswer(deps, checkpoint, { name, state, answer })),
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
  { db, log, now }: Dependencies,
  { size, note }: NewestCheckpoint,
  {
    name,
    state,
    answer,
  }: {
    readonly name: string;
    readonly state: ObserverState | undefined;
    readonly answer: WitnessAnswer;
  },
): readonly Statement[] {
  switch (answer.outcome) {
    case "cosigned":
      return [noteSuccess(db, name, size, now())];
    case "has_more":
      return [];
    case "failed":
      if (!state || !isFailing(state))
        log({ level: "warn", event: "witness_failed", witness: name, words: answer.words });
      return [noteFailure(db, name, answer.words, now())];
    case "objected": {
      const { words, seenNote } = answer;
      if (!state || !isObjecting(state))
        log({
          level: "error",
          event: "witness_objects",
          witness: name,
          words,
          refused: note,
          seen: seenNote,
        });
      return [noteObjection(db, state, name, { words, refusedNote: note, seenNote }, now())];
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

/**
 * Has the newest checkpoint time-stamped if its size is not yet and the last time-stamp is old enough; not while the log is
 * behind the ledger.
 */
export async function stampLog(deps: Dependencies): Promise<void> {
  const { db, log, now } = deps;
  const { origin, timestampUrl } = deps.logConfig;
  if (origin === null || timestampUrl === null) return;
  const checkpoint = await newestCheckpoint(deps, origin);
  const { kept, isBehind } = checkpoint;
  const isStamped = kept?.size === checkpoint.size && kept.stamp !== null;
  if (isBehind || isStamped || !(await takeTurn(db, timestampUrl, now()))) return;
  const answer = await askForStamp(timestampUrl, checkpoint, now);
  const [first, ...rest] =
    "words" in answer
      ? [noteFailure(db, timestampUrl, answer.words, now())]
      : [...keepStamp(db, answer, answer), noteSuccess(db, timestampUrl, checkpoint.size, now())];
  if ("words" in answer) log({ level: "warn", event: "time_stamp_failed", words: answer.words });
  if (first) await db.batch([first, ...rest]);
}

/** Whether the authority may be asked now, by this run alone. */
async function takeTurn(db: Database, name: string, atMs: number): Promise<boolean> {
  const { asked_at, failed_at } = logObservers;
  const { granted, failed } = STAMP_INTERVAL_MS;
  const turns = await db
    .insert(logObservers)
    .values({ name, asked_at: atMs })
    .onConflictDoUpdate({
      target: logObservers.name,
      set: { asked_at: atMs },
      setWhere: sql`${asked_at} IS NULL OR ${asked_at} <= ${atMs - granted} OR (${failed_at} >= ${asked_at} AND ${asked_at} <= ${atMs - failed})`,
    })
    .returning({ name: logObservers.name });
  return turns.length > 0;
}

/** For the note as it is stored: these bytes are published with the time-stamp. */
async function askForStamp(url: string, checkpoint: NewestCheckpoint, now: () => number) {
  const { size, text, kept } = checkpoint;
  if (isKeptOtherwise(checkpoint)) return { words: KEPT_OTHERWISE };
  const note = kept && isOf(kept, text) ? kept.note : checkpoint.note;
  const hash = await sha256OfBytes(utf8(note));
  const deadline = AbortSignal.timeout(OBSERVER_DEADLINE_MS);
  try {
    const { status, bytes } = await askObserver(url, deadline, {
      method: "POST",
      headers: { "Content-Type": "application/timestamp-query" },
      body: timeStampQuery(hash),
    });
    if (status !== 200) return { words: `answers ${status}: ${plainWords(new TextDecoder().decode(bytes))}` };
    const answer = readTimeStamp(bytes, hash);
    if (answer === null) return { words: "answers 200 without a time-stamp of the checkpoint" };
    if (answer.outcome === "refused") return { words: `refuses with ${plainWords(answer.words)}` };
    if (Math.abs(answer.atMs - now()) > MAX_CLOCK_LAG_MS)
      return { words: "its clock is more than a minute off" };
    return { size, note, stamp: toBase64(bytes), atMs: answer.atMs };
  } catch (error) {
    return { words: failedExchange(error, deadline) };
  }
}
