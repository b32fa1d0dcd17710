/** Queries of the API for parts of the log; the gateway serves them by https://c2sp.org/tlog-tiles. */
import * as v from "valibot";
import { TILE_WIDTH } from "../log/log-tiles.ts";
import { limitOf } from "./paging.ts";

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(message),
    v.regex(/^(0|[1-9][0-9]{0,14})$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

const place = {
  /** Position within the level, from 0. */
  index: wholeNumber(0, 999_999_999_999_999),
  /** Number of hashes from the start of the tile; by default a full tile. */
  width: v.optional(wholeNumber(1, TILE_WIDTH), String(TILE_WIDTH)),
};

/** Query of `GET /api/log/tile/`. */
export const LogTileQuery = v.strictObject({ level: wholeNumber(0, 63), ...place });

/** Query of `GET /api/log/entries/`. */
export const LogEntriesQuery = v.strictObject(place);

/** In a query: only signals that were witnessed in time: a witness had seen them in the log before their entry time. */
export const OnlyWitnessed = v.optional(v.literal("in_time", 'must be "in_time"'));

/** Milliseconds, in UTC. */
const Time = v.pipe(v.string(), v.isoTimestamp());

const Size = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * A checkpoint of the log that witnesses have seen. `first_note` has its first cosignatures, `last_note` the newest of each witness. The
 * time of a cosignature is a whole second. `first_witnessed_at` is the end of the earliest second in `first_note`: by then the log had
 * these entries. `last_witnessed_at` is the start of the newest second in `last_note`: until then it had no others.
 */
export const KeptCheckpoint = v.object({
  size: Size,
  first_note: v.string(),
  first_witnessed_at: Time,
  last_note: v.string(),
  last_witnessed_at: Time,
});
export type KeptCheckpoint = v.InferOutput<typeof KeptCheckpoint>;

/** Answer of `GET /api/log/checkpoints/`, by rising size; `next` is the value for `after`, null on the last page. */
export const KeptCheckpointPage = v.object({
  results: v.array(KeptCheckpoint),
  next: v.nullable(v.string()),
});

/** Query of `GET /api/log/checkpoints/`. */
export const KeptCheckpointQuery = v.strictObject({
  /** Only checkpoints of more entries than this. Default: all. */
  after: v.optional(wholeNumber(0, 999_999_999_999_999)),
  limit: limitOf({ default: 100, max: 1000 }),
});

export const WITNESS_STATUSES = ["well", "failing", "objecting", "not_asked"] as const;

/** A witness, as staff see it. */
export const LogWitness = v.object({
  name: v.string(),
  status: v.picklist(WITNESS_STATUSES),
  /** The last size of the log that it has seen. */
  size: Size,
  succeeded_at: v.nullable(Time),
  failed_at: v.nullable(Time),
  /** Reason of the last failure, in words. */
  failure: v.nullable(v.string()),
  objected_at: v.nullable(Time),
  objection: v.nullable(v.string()),
  /** The checkpoint that the witness refused. */
  refused_note: v.nullable(v.string()),
  /** The witness's own checkpoint, which contradicts it. */
  seen_note: v.nullable(v.string()),
});
export type LogWitness = v.InferOutput<typeof LogWitness>;

/** Answer of `GET /api/admin/log-witnesses/`. */
export const LogWitnessList = v.object({ results: v.array(LogWitness) });

export type LogProblemCode = "log_not_configured";
