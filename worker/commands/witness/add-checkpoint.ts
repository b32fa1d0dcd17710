/** A witness's answer to `add-checkpoint` (https://c2sp.org/tlog-witness), and its state afterwards. */
import { sign } from "node:crypto";
import { fromBase64, toBase64 } from "#shared/encoding/base64.ts";
import { HASH_BYTES } from "#shared/log/log-tiles.ts";
import { type Hash, verifyConsistency, webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import {
  type Checkpoint,
  cosignatureLine,
  cosignedText,
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  signedNote,
  verifyNote,
  webCryptoVerifyEd25519,
} from "#shared/log/signed-note.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import type { WitnessKey, WitnessState } from "./witness-state.ts";

export const sha256 = webCryptoSha256Of(crypto.subtle);
const verifyEd25519 = webCryptoVerifyEd25519(crypto.subtle);

/** Enough for a tree of 2^63 entries. */
const MAX_PROOF_LINES = 63;
/** Each holds two notes: this limits the state, whatever a log sends. */
const MAX_FORKS = 1_000;
const TEXT = "text/plain; charset=utf-8";

export interface WitnessAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** To be stored before the answer is sent; absent if nothing has changed. */
  readonly state?: WitnessState;
}

export interface Witness {
  readonly key: WitnessKey;
  /** Keys of the logs that it cosigns, by their names. */
  readonly logs: readonly NoteVerifier[];
}

/** The answer to a request with this body. */
export async function addCheckpoint(
  { key, logs }: Witness,
  state: WitnessState,
  body: string,
  nowMs: number,
): Promise<WitnessAnswer> {
  const asked = parseRequest(body);
  if (asked === null) return refuse(400, "This is not a request to add a checkpoint.");
  const { oldSize, proof, note, checkpoint } = asked;
  const { origin, size } = checkpoint;
  const ofLog = logs.filter(({ name }) => name === origin);
  if (ofLog.length === 0) return refuse(404, "This witness does not cosign this log.");
  const signed = await verifyNote(verifyEd25519, note, ofLog);
  if (signed === null || signed.length === 0)
    return refuse(403, "The checkpoint is not signed by a key that this witness trusts.");
  if (oldSize > size) return refuse(400, "The old size is larger than the checkpoint's.");

  const seenNote = state.checkpoints[origin];
  const seen = seenNote === undefined ? null : parseCheckpoint(seenNote);
  const seenSize = seen?.size ?? 0;
  if (oldSize !== seenSize) return { status: 409, type: "text/x.tlog.size", body: `${seenSize}\n` };
  const oldRoot = seen?.root ?? (await sha256(new Uint8Array()));
  if (!(await isConsistent({ oldSize, oldRoot, proof }, checkpoint))) {
    const words =
      `The checkpoint of ${size} lines with root ${toBase64(checkpoint.root)} does not follow from ` +
      `that of ${seenSize} lines with root ${toBase64(oldRoot)}.`;
    const refusedNote = signedNote(
      note.text,
      signed.map(({ line }) => line),
    );
    return { ...refuse(422, words), ...withFork(state, { seenNote, refusedNote, words, nowMs }) };
  }

  const seconds = Math.floor(nowMs / 1000);
  const signature = sign(null, utf8(cosignedText(note.text, seconds)), key.privateKey);
  const cosigner = { name: state.name, publicKey: key.publicKey };
  const line = await cosignatureLine(sha256, cosigner, { seconds, signature });
  const cosigned = signedNote(note.text, [...signed.map(({ line }) => line), line]);
  return {
    status: 200,
    type: TEXT,
    body: line,
    state: { ...state, checkpoints: { ...state.checkpoints, [origin]: cosigned } },
  };
}

function parseRequest(body: string) {
  const end = body.indexOf("\n\n");
  const [oldLine = "", ...proofLines] = body.slice(0, Math.max(0, end)).split("\n");
  const [, digits] = /^old (0|[1-9]\d{0,15})$/.exec(oldLine) ?? [];
  const hashes = proofLines.map(fromBase64);
  const proof = hashes.filter((hash) => hash?.length === HASH_BYTES).filter((hash) => hash !== null);
  const note = parseNote(body.slice(end + 2));
  const checkpoint = note && parseCheckpoint(note.text);
  const isRequest = digits !== undefined && proof.length === hashes.length && proof.length <= MAX_PROOF_LINES;
  return isRequest && note && checkpoint ? { oldSize: Number(digits), proof, note, checkpoint } : null;
}

/** The only tree of size 0 is the empty one, and every tree extends it without a proof. */
async function isConsistent(
  old: { readonly oldSize: number; readonly oldRoot: Hash; readonly proof: readonly Hash[] },
  { size, root }: Checkpoint,
): Promise<boolean> {
  if (size === 0 && toBase64(root) !== toBase64(await sha256(new Uint8Array()))) return false;
  return verifyConsistency(sha256, { ...old, size, root });
}

/** Adds the evidence once per refused checkpoint. */
function withFork(
  state: WitnessState,
  {
    seenNote,
    refusedNote,
    words,
    nowMs,
  }: {
    readonly seenNote: string | undefined;
    readonly refusedNote: string;
    readonly words: string;
    readonly nowMs: number;
  },
): Pick<WitnessAnswer, "state"> {
  const isKnown = state.forks.some(({ refused_note }) => refused_note === refusedNote);
  if (seenNote === undefined || isKnown || state.forks.length >= MAX_FORKS) return {};
  const fork = {
    found_at: new Date(nowMs).toISOString(),
    seen_note: seenNote,
    refused_note: refusedNote,
    words,
  };
  return { state: { ...state, forks: [...state.forks, fork] } };
}

function refuse(status: number, words: string): WitnessAnswer {
  return { status, type: TEXT, body: `${words}\n` };
}
