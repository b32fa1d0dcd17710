/** Verifies the signatures of a checkpoint with the keys that its reader trusts. */
import {
  type Checkpoint,
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifiedSignature,
  verifyNote,
  webCryptoVerifyEd25519,
} from "#shared/log/signed-note.ts";
import { sha256OfBytes } from "./digests.ts";

/** A checkpoint whose signature holds. */
export interface SignedCheckpoint extends Checkpoint {
  /** The signed note. */
  readonly note: string;
  /** The key in the form in which a reader pins it: `name+key id+key`. */
  readonly key: string;
  readonly cosignatures: readonly VerifiedSignature[];
}

/** A checkpoint, or the reason in words why it is invalid. */
export type CheckpointFinding = { readonly signed: SignedCheckpoint } | { readonly fault: string };

/** `key` is that of the log and has its name. Each of the witnesses must have cosigned. */
export async function openCheckpoint(
  note: string,
  key: string,
  witnesses: readonly NoteVerifier[] = [],
): Promise<CheckpointFinding> {
  const verifier = await parseVerifierKey(sha256OfBytes, key);
  if (verifier?.type !== "note") return { fault: `This is not the key of a log: ${key.slice(0, SHOWN)}` };
  const parsed = parseNote(note);
  const checkpoint = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !checkpoint) return { fault: `This is not a checkpoint:\n${note.slice(0, SHOWN)}` };
  if (checkpoint.origin !== verifier.name)
    return { fault: `The checkpoint belongs to another log than the key, ${verifier.name}:\n${note}` };
  const signatures = await verifyNote(verifyEd25519, parsed, [verifier, ...witnesses]);
  if (signatures === null)
    return { fault: `A signature of the checkpoint does not match its text and key:\n${note}` };
  const isBy = (signer: NoteVerifier) => signatures.some((signature) => signature.verifier === signer);
  if (!isBy(verifier)) return { fault: `The checkpoint is not signed with the key ${key}:\n${note}` };
  const silent = witnesses.find((witness) => !isBy(witness));
  if (silent) return { fault: `The checkpoint is not cosigned by ${silent.name}+${silent.keyId}:\n${note}` };
  const cosignatures = signatures.filter(({ cosignedAtSeconds }) => cosignedAtSeconds !== null);
  return { signed: { ...checkpoint, note, key, cosignatures } };
}

export const verifyEd25519 = webCryptoVerifyEd25519(crypto.subtle);

/** Characters shown of an invalid checkpoint. */
const SHOWN = 300;
