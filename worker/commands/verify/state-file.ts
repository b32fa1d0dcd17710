/**
 * What `--state FILE` remembers of a site between two checks: its log's checkpoint, when it was read, and the head of its
 * ledger with the time that the site itself gave for it.
 */
import { access, constants, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import * as v from "valibot";
import { type Checkpoint, parseCheckpoint, parseNote } from "#shared/log/signed-note.ts";

const Head = v.strictObject({ seq: v.number(), at: v.pipe(v.string(), v.isoTimestamp()) });

const State = v.strictObject({ read_at: v.string(), checkpoint: v.string(), head: v.nullable(Head) });

/** The ledger had `seq` entries at this time. */
export type RememberedHead = v.InferOutput<typeof Head>;

export interface RememberedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string;
  readonly readAt: string;
  /** Null if the site gave no time. */
  readonly head: RememberedHead | null;
}

/** Null if there is no such file. Rejects if `writeState` did not write it, or could not write to its folder now. */
export async function readState(file: string): Promise<RememberedCheckpoint | null> {
  await access(dirname(file), constants.W_OK);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const state = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text);
  const note = state.success ? state.output.checkpoint : "";
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (!state.success || !checkpoint) throw new Error(`${file} is not a state file of npm run verify.`);
  return { ...checkpoint, note, readAt: state.output.read_at, head: state.output.head };
}

/** Atomic: the file is the old one or the new one, whatever happens meanwhile. */
export async function writeState(file: string, note: string, head: RememberedHead | null): Promise<void> {
  const written = `${file}.${process.pid}.new`;
  const state = { read_at: new Date().toISOString(), checkpoint: note, head };
  await writeFile(written, `${JSON.stringify(state, null, 2)}\n`, { flush: true });
  await rename(written, file);
}
