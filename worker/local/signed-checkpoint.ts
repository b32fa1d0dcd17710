/** Verifies a served checkpoint with the key of its log. */
import {
  type Checkpoint,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
  webCryptoVerifyEd25519,
} from "#shared/signed-note.ts";
import { sha256OfBytes } from "./fault-words.ts";

/** A checkpoint whose signature holds. */
export interface SignedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string;
  /** The key in the form in which a reader pins it: `name+key id+key`. */
  readonly key: string;
}

/** A checkpoint, or the reason in words why it is invalid. */
export type CheckpointFinding = { readonly signed: SignedCheckpoint } | { readonly fault: string };

/** Verifies a checkpoint's signature with a key, whose name is that of the log. */
export async function openCheckpoint(note: string, key: string): Promise<CheckpointFinding> {
  const verifier = await parseVerifierKey(sha256OfBytes, key);
  if (verifier?.type !== "note") return { fault: `This is no key of a log: ${key.slice(0, SHOWN)}` };
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint) return { fault: `This is no checkpoint:\n${note.slice(0, SHOWN)}` };
  if (checkpoint.origin !== verifier.name)
    return { fault: `The checkpoint is of another log than the key, ${verifier.name}:\n${note}` };
  const signatures = await verifyNote(webCryptoVerifyEd25519(crypto.subtle), parsed, [verifier]);
  if (signatures === null)
    return { fault: `The checkpoint's signature is not that of its text by the key ${key}:\n${note}` };
  if (signatures.length === 0) return { fault: `The checkpoint is not signed with the key ${key}:\n${note}` };
  return { signed: { ...checkpoint, note, key } };
}

/** Characters shown of an invalid checkpoint. */
const SHOWN = 300;
