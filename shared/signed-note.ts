/** Signed notes (https://c2sp.org/signed-note) with Ed25519, and the checkpoint of a log in one (https://c2sp.org/tlog-checkpoint). */
import { toBase64 } from "./base64.ts";
import type { Hash, Sha256 } from "./merkle-tree.ts";
import { toHex } from "./sha256.ts";

const ED25519 = 1;

/** Who signs: the log by its origin. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
}

export interface Checkpoint {
  /** The log's address without its scheme. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/** The text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** What a reader pins: `name+key id+key`. */
export async function verifierKey(sha256: Sha256, key: NoteKey): Promise<string> {
  return `${key.name}+${toHex(await keyId(sha256, key))}+${toBase64(typedKey(key))}`;
}

/** A line below the text, for the signature of its UTF-8 bytes. */
export async function signatureLine(sha256: Sha256, key: NoteKey, signature: Uint8Array): Promise<string> {
  const bytes = Uint8Array.of(...(await keyId(sha256, key)), ...signature);
  return `\u2014 ${key.name} ${toBase64(bytes)}\n`;
}

export function signedNote(text: string, signatureLines: readonly string[]): string {
  return `${text}\n${signatureLines.join("")}`;
}

async function keyId(sha256: Sha256, key: NoteKey): Promise<Uint8Array> {
  // Hosts and paths are ASCII in an address.
  const name = Array.from(`${key.name}\n`, (character) => character.charCodeAt(0));
  return (await sha256(Uint8Array.of(...name, ...typedKey(key)))).slice(0, 4);
}

function typedKey({ publicKey }: NoteKey): Uint8Array {
  return Uint8Array.of(ED25519, ...publicKey);
}
