/** What `--state FILE` remembers of a site between two checks: its log's checkpoint, and when it was read. */
import { readFile, rename, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { type Checkpoint, parseCheckpoint, parseNote } from "#shared/signed-note.ts";

const State = v.strictObject({ read_at: v.string(), checkpoint: v.string() });

export interface RememberedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string;
  readonly readAt: string;
}

/** Null if there is no such file. Rejects if `writeState` did not write it. */
export async function readState(file: string): Promise<RememberedCheckpoint | null> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const state = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text);
  const note = state.success ? state.output.checkpoint : "";
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (!state.success || !checkpoint) throw new Error(`${file} is no state file of npm run verify.`);
  return { ...checkpoint, note, readAt: state.output.read_at };
}

/** Atomic: the file is the old one or the new one, whatever happens meanwhile. */
export async function writeState(file: string, note: string): Promise<void> {
  const written = `${file}.${process.pid}.new`;
  const state = { read_at: new Date().toISOString(), checkpoint: note };
  await writeFile(written, `${JSON.stringify(state, null, 2)}\n`, { flush: true });
  await rename(written, file);
}
