/**
 * Signed notes (https://c2sp.org/signed-note) with Ed25519, the cosignatures of witnesses (https://c2sp.org/tlog-cosignature), and the
 * checkpoint of a log in a note (https://c2sp.org/tlog-checkpoint).
 */
import { fromBase64, toBase64 } from "#shared/encoding/base64.ts";
import { HASH_BYTES } from "./log-tiles.ts";
import type { Hash, Sha256 } from "./merkle-tree.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import { utf8 } from "#shared/encoding/utf8.ts";

/** What a key signs: a note's text itself, or the text with the time at which the signer saw it. */
export type SignatureType = "note" | "cosignature";

/** First byte of a key. */
const TYPE_BYTES = { note: 0x01, cosignature: 0x04 } as const satisfies Record<SignatureType, number>;
const PUBLIC_KEY_BYTES = 32;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;

/** A signer's key: the log's, by its origin, or a witness's, by its name. */
export interface NoteKey {
  readonly name: string;
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** `note` by default. */
  readonly type?: SignatureType;
}

/** A key that a reader trusts. */
export interface NoteVerifier extends Required<NoteKey> {
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** Eight digits. */
  readonly keyId: string;
}

export interface Checkpoint {
  /** The log's address without its scheme. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

/** The text to be signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Parses a note's text; null if it is not a checkpoint. Lines after the root are extensions, which other logs use: ignored. */
export function parseCheckpoint(text: string): Checkpoint | null {
  const [origin = "", digits = "", base64 = ""] = text.split("\n");
  const size = /^(?:0|[1-9]\d{0,15})$/.test(digits) ? Number(digits) : -1;
  const root = fromBase64(base64);
  if (origin === "" || !Number.isSafeInteger(size) || size < 0 || root?.length !== HASH_BYTES) return null;
  return { origin, size, root };
}

/** The key in the form that a reader pins: `name+key id+key`. */
export async function verifierKey(sha256: Sha256, key: NoteKey): Promise<string> {
  return `${key.name}+${toHex(await keyIdOf(sha256, key))}+${toBase64(typedKey(key))}`;
}

/** Inverse of `verifierKey`; null for any other text, and if the key id does not match the key. */
export async function parseVerifierKey(sha256: Sha256, text: string): Promise<NoteVerifier | null> {
  const [, name = "", keyId = "", base64 = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = fromBase64(base64);
  const type = SIGNATURE_TYPES.find((type) => TYPE_BYTES[type] === bytes?.[0]);
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || type === undefined) return null;
  const key = { name, type, publicKey: bytes.slice(1) };
  return toHex(await keyIdOf(sha256, key)) === keyId ? { ...key, keyId } : null;
}

const SIGNATURE_TYPES = ["note", "cosignature"] as const satisfies readonly SignatureType[];

/** A line below the text, with the signature of its UTF-8 bytes. */
export async function signatureLine(sha256: Sha256, key: NoteKey, signature: Uint8Array): Promise<string> {
  const bytes = Uint8Array.of(...(await keyIdOf(sha256, key)), ...signature);
  return `\u2014 ${key.name} ${toBase64(bytes)}\n`;
}

/**
 * The text that a witness signs. It states that the witness saw this note at that time, in whole seconds since 1970, and had seen no
 * longer checkpoint of this log.
 */
export function cosignedText(noteText: string, seconds: number): string {
  return `cosignature/v1\ntime ${seconds}\n${noteText}`;
}

/** A line below the note's text, with the signature of `cosignedText`. */
export function cosignatureLine(
  sha256: Sha256,
  key: Omit<NoteKey, "type">,
  { seconds, signature }: { readonly seconds: number; readonly signature: Uint8Array },
): Promise<string> {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(seconds));
  return signatureLine(sha256, { ...key, type: "cosignature" }, Uint8Array.of(...time, ...signature));
}

/** `signatureLines` end with line feeds. */
export function signedNote(text: string, signatureLines: readonly string[]): string {
  return `${text}\n${signatureLines.join("")}`;
}

export interface SignedNote {
  /** The signed text, with its last line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** Eight digits. */
  readonly keyId: string;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** With its line feed. */
  readonly line: string;
}

/** Null if it is not a signed note. Verifies nothing. */
export function parseNote(note: string): SignedNote | null {
  const end = note.lastIndexOf("\n\n");
  const lines = note.slice(end + 2);
  // A note must not contain control characters other than line feeds.
  if (end < 1 || !lines.endsWith("\n") || /[^\n\P{Cc}]/u.test(note)) return null;
  const signatures = lines.slice(0, -1).split("\n").map(parseSignatureLine);
  return signatures.every((signature) => signature !== null)
    ? { text: note.slice(0, end + 1), signatures }
    : null;
}

/** Null if it is not a signature line; `line` without its line feed. */
export function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = "", base64 = ""] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
  const bytes = fromBase64(base64);
  if (!bytes || bytes.length <= KEY_ID_BYTES) return null;
  const keyId = toHex(bytes.subarray(0, KEY_ID_BYTES));
  return { name, keyId, signature: bytes.slice(KEY_ID_BYTES), line: `${line}\n` };
}

/** Whether this is the signature of the text's UTF-8 bytes by the key, which has 32 bytes. */
export type VerifyEd25519 = (
  publicKey: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
) => Promise<boolean>;

/**
 * `VerifyEd25519` of the platform's WebCrypto: `webCryptoVerifyEd25519(crypto.subtle)`. Rejects if the platform lacks the
 * algorithm.
 */
export function webCryptoVerifyEd25519<Key>(subtle: {
  importKey(
    format: "raw",
    key: Uint8Array<ArrayBuffer>,
    algorithm: "Ed25519",
    isExtractable: false,
    usages: ["verify"],
  ): Promise<Key>;
  verify(
    algorithm: "Ed25519",
    key: Key,
    signature: Uint8Array<ArrayBuffer>,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<boolean>;
}): VerifyEd25519 {
  return async (publicKey, signature, text) => {
    const key = await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
    return subtle.verify("Ed25519", key, signature, utf8(text));
  };
}

/** A verified signature of a note. */
export interface VerifiedSignature {
  readonly verifier: NoteVerifier;
  readonly line: string;
  /** The second since 1970 in which a witness saw the note; null for a signature without a time. */
  readonly cosignedAtSeconds: number | null;
}

/**
 * The time in milliseconds by which a witness had seen the note: the end of the second in which it cosigned, because a cosignature
 * has whole seconds. Anything later happened after the note.
 */
export function cosignedByMs(seconds: number): number {
  return (seconds + 1) * 1000;
}

/**
 * The signatures of a note by the given keys; empty if none of them has signed it, whatever other signatures it has. Null if a
 * signature claims to be by one of these keys but is invalid: then the note is forged.
 */
export async function verifyNote(
  verify: VerifyEd25519,
  { text, signatures }: SignedNote,
  verifiers: readonly NoteVerifier[],
): Promise<VerifiedSignature[] | null> {
  const verified: VerifiedSignature[] = [];
  for (const { name, keyId, signature, line } of signatures) {
    const verifier = verifiers.find((key) => key.name === name && key.keyId === keyId);
    if (!verifier) continue;
    const signed = signedBy(verifier, signature, text);
    if (!signed || !(await verify(verifier.publicKey, signed.signature, signed.text))) return null;
    verified.push({ verifier, line, cosignedAtSeconds: signed.seconds });
  }
  return verified;
}

function signedBy({ type }: NoteVerifier, signature: Uint8Array<ArrayBuffer>, text: string) {
  if (type === "note")
    return signature.length === SIGNATURE_BYTES ? { signature, text, seconds: null } : null;
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const seconds = Number(new DataView(signature.buffer).getBigUint64(0));
  if (!Number.isSafeInteger(seconds)) return null;
  return { signature: signature.slice(TIME_BYTES), text: cosignedText(text, seconds), seconds };
}

async function keyIdOf(sha256: Sha256, key: NoteKey): Promise<Uint8Array> {
  return (await sha256(Uint8Array.of(...utf8(`${key.name}\n`), ...typedKey(key)))).slice(0, KEY_ID_BYTES);
}

function typedKey({ publicKey, type = "note" }: NoteKey): Uint8Array {
  return Uint8Array.of(TYPE_BYTES[type], ...publicKey);
}
