/**
 * The last checkpoint of the log that this browser has used in a proof. An operator who rewrites the record cannot change it,
 * so a returning visitor's browser detects the rewrite by itself.
 */
import * as v from "valibot";
import { readStored, type StorageAccess, store } from "#client/data/storage.ts";
import { LOG_CHECKPOINT_KEY } from "#shared/site/storage-names.ts";

const Seen = v.object({
  /** The note as the log signed it, which makes it evidence. */
  note: v.string(),
  /** Keys of the log that have signed it, in vkey form. */
  keys: v.array(v.string()),
  /** Milliseconds since the epoch. */
  seenAtMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15)),
});

export type SeenCheckpoint = v.InferOutput<typeof Seen>;

const Stored = v.pipe(v.string(), v.parseJson(), Seen);

export interface LogMemory {
  /** Null if nothing, or nothing readable, is remembered. */
  readonly recall: () => SeenCheckpoint | null;
  /** Ignores blocked storage, because the proof itself does not depend on it. */
  readonly remember: (seen: SeenCheckpoint) => void;
}

export function createLogMemory(storage: StorageAccess): LogMemory {
  return {
    recall() {
      const parsed = v.safeParse(Stored, readStored(storage, LOG_CHECKPOINT_KEY));
      return parsed.success ? parsed.output : null;
    },
    remember: ({ note, keys, seenAtMs }) =>
      void store(storage, LOG_CHECKPOINT_KEY, JSON.stringify({ note, keys, seenAtMs })),
  };
}
