/** Checks a `.tlog-proof` file by itself and with keys that its reader trusts, without asking any site. */
import * as v from "valibot";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { hashEntry, ledgerLine } from "#shared/ledger-chain.ts";
import { type Hash, leafHash, verifyInclusion } from "#shared/merkle-tree.ts";
import {
  type Checkpoint,
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  type VerifiedSignature,
  verifyNote,
  webCryptoVerifyEd25519,
} from "#shared/signed-note.ts";
import { type LogProof, parseLogProof } from "#shared/tlog-proof.ts";
import { sha256, sha256OfBytes } from "./fault-words.ts";

export interface TrustedKeys {
  /** Of the log. */
  readonly key: NoteVerifier;
  /** Each of them must have cosigned. */
  readonly witnesses: readonly NoteVerifier[];
}

export interface HoldingProof extends Checkpoint {
  readonly entry: LedgerEntry;
  readonly index: number;
  readonly root: Hash;
  readonly cosignatures: readonly VerifiedSignature[];
}

export type ProofFinding =
  | { readonly holds: true; readonly proof: HoldingProof }
  /** Says what does not hold. */
  | { readonly holds: false; readonly words: string };

export async function checkLogProof(
  bytes: Uint8Array<ArrayBuffer>,
  { key, witnesses }: TrustedKeys,
): Promise<ProofFinding> {
  const text = decode(bytes);
  const file = text === null ? null : parseLogProof(text);
  if (!file) return fails("The file is no proof as c2sp.org/tlog-proof@v1 has it.");
  const note = parseNote(file.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!note || !checkpoint) return fails("The checkpoint in the file is none that is signed.");
  if (checkpoint.origin !== key.name)
    return fails(`The checkpoint is of ${checkpoint.origin}, and the key is that of ${key.name}.`);

  const signatures = await verifyNote(verify, note, [key, ...witnesses]);
  const isBy = (signer: NoteVerifier) => signatures?.some(({ verifier }) => verifier === signer) ?? false;
  if (!signatures)
    return fails("A signature of the checkpoint does not hold: its text or the signature was changed.");
  if (!isBy(key)) return fails(`The checkpoint is not signed with the key ${key.name}+${key.keyId}.`);
  const silent = witnesses.find((witness) => !isBy(witness));
  if (silent) return fails(`The checkpoint is not cosigned by ${silent.name}+${silent.keyId}.`);

  const entry = await readEntry(file);
  if (typeof entry === "string") return fails(entry);
  const { index, hashes } = file;
  const { size, root } = checkpoint;
  const leaf = await leafHash(sha256OfBytes, file.extra ?? new Uint8Array());
  if (!(await verifyInclusion(sha256OfBytes, { index, size, leaf, proof: hashes, root })))
    return fails(
      `Entry ${entry.seq} is sound in itself, but the hashes of the proof do not lead from it to the signed root of the log.`,
    );
  const cosignatures = signatures.filter(({ cosignedAtSeconds }) => cosignedAtSeconds !== null);
  return { holds: true, proof: { ...checkpoint, entry, index, cosignatures } };
}

const verify = webCryptoVerifyEd25519(crypto.subtle);

function fails(words: string): ProofFinding {
  return { holds: false, words };
}

/** Null if the bytes are not UTF-8. */
function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const EntryLine = v.pipe(v.string(), v.parseJson(), LedgerEntry);

/** The entry in the file, or what is wrong with it: every byte must be as in the log, and its hash must be right. */
async function readEntry({ extra, index }: LogProof): Promise<LedgerEntry | string> {
  if (!extra) return "The file does not have the entry itself, so that there is nothing to prove.";
  const line = decode(extra);
  const parsed = v.safeParse(EntryLine, line);
  if (!parsed.success || ledgerLine(parsed.output) !== line)
    return "The entry in the file is no ledger entry in canonical JSON.";
  const entry = parsed.output;
  if ((await hashEntry(entry, sha256)) !== entry.hash)
    return `Entry ${entry.seq} in the file was changed: its content does not give its hash.`;
  if (entry.seq !== index + 1)
    return `The file has entry ${entry.seq}, but proves the place of entry ${index + 1}.`;
  return entry;
}
