/** Asks one witness to cosign a checkpoint: `add-checkpoint` of https://c2sp.org/tlog-witness. */
import { toBase64 } from "#shared/encoding/base64.ts";
import type { Hash } from "#shared/log/merkle-tree.ts";
import { toHex } from "#shared/encoding/sha256.ts";
import {
  type NoteVerifier,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifyNote,
  type VerifiedSignature,
  webCryptoVerifyEd25519,
} from "#shared/log/signed-note.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { failedExchange, fetchBounded, plainWords } from "#worker/http/fetch-bounded.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";
import type { NewestCheckpoint } from "./checkpoint.ts";
import type { WitnessAddress } from "./log-config.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";
import { MAX_WITNESS_ANSWER_BYTES } from "#shared/limits/log.ts";

export type WitnessAnswer =
  | { readonly outcome: "cosigned"; readonly cosignature: VerifiedSignature }
  /** Another run has meanwhile shown the witness a later checkpoint. */
  | { readonly outcome: "has_more" }
  | { readonly outcome: "failed"; readonly words: string }
  /**
   * It has seen a checkpoint that this log does not extend. `seenNote` is that checkpoint, null if the witness does not show
   * it.
   */
  | { readonly outcome: "objected"; readonly words: string; readonly seenNote: string | null };

export interface WitnessQuestion {
  readonly witness: WitnessAddress;
  readonly checkpoint: Pick<NewestCheckpoint, "size" | "text" | "note">;
  /** Size that it cosigned last, as far as is known. */
  readonly knownSize: number;
  readonly prove: (oldSize: number) => Promise<readonly Hash[]>;
  /** The current size of the log. */
  readonly readSize: () => Promise<number>;
  readonly now: () => number;
  readonly deadline: AbortSignal;
}

const verifyEd25519 = webCryptoVerifyEd25519(crypto.subtle);

/** Never rejects, whatever a witness does. */
export async function askWitness(question: WitnessQuestion): Promise<WitnessAnswer> {
  const { witness, checkpoint, deadline } = question;
  const verifier = await parseVerifierKey(sha256OfBytes, witness.vkey);
  if (verifier === null) return failed("the key id in its line of WITNESSES does not match its key");
  try {
    const first = await addCheckpoint(question, Math.min(question.knownSize, checkpoint.size));
    const size = sizeOfConflict(first);
    if (size === null || size > checkpoint.size) return await judge(question, verifier, first);
    return await judge(question, verifier, await addCheckpoint(question, size));
  } catch (error) {
    return failed(failedExchange(error, deadline));
  }
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

async function addCheckpoint(
  { witness, checkpoint, prove, deadline }: WitnessQuestion,
  oldSize: number,
): Promise<Answer> {
  const proof = (await prove(oldSize)).map((hash) => `${toBase64(hash)}\n`).join("");
  const body = `old ${oldSize}\n${proof}\n${checkpoint.note}`;
  return exchange(`${witness.url}/add-checkpoint`, deadline, { method: "POST", body });
}

async function exchange(url: string, deadline: AbortSignal, init: RequestInit): Promise<Answer> {
  const { bytes, ...answer } = await fetchBounded(url, init, {
    maxBytes: MAX_WITNESS_ANSWER_BYTES,
    deadline,
  });
  return { ...answer, text: new TextDecoder().decode(bytes) };
}

/** The size that it says it has cosigned; null if the answer is not a conflict. */
function sizeOfConflict({ status, type, text }: Answer): number | null {
  const isSize = status === 409 && type === "text/x.tlog.size" && /^(?:0|[1-9]\d{0,14})\n$/.test(text);
  return isSize ? Number(text) : null;
}

async function judge(
  question: WitnessQuestion,
  verifier: NoteVerifier,
  answer: Answer,
): Promise<WitnessAnswer> {
  const { status, text } = answer;
  if (status === 200) return judgeCosignature(question, verifier, text);
  const size = sizeOfConflict(answer);
  if (size !== null && size > question.checkpoint.size) {
    if ((await question.readSize()) >= size) return { outcome: "has_more" };
    return object(
      question,
      verifier,
      `It has cosigned ${size} entries; the log has ${question.checkpoint.size}.`,
    );
  }
  if (status === 422) return object(question, verifier, plainWords(text));
  return failed(`answers ${status}: ${plainWords(text)}`);
}

/** Takes one line of the answer: a note with too many signatures is invalid to its readers. */
async function judgeCosignature(
  { checkpoint, now }: WitnessQuestion,
  verifier: NoteVerifier,
  lines: string,
): Promise<WitnessAnswer> {
  const note = parseNote(checkpoint.note + lines);
  // An empty line in the answer would extend the text of the note, and the signature would then be checked over that text.
  if (note?.text !== checkpoint.text) return failed("answers 200 with lines that are not signatures");
  const cosignatures = await verifyNote(verifyEd25519, note, [verifier]);
  if (cosignatures === null) return failed("its cosignature was not made with its key");
  const [cosignature] = cosignatures;
  if (!cosignature) return failed("answers 200 without a cosignature made with its key");
  const lagMs = (cosignature.cosignedAtSeconds ?? 0) * 1000 - now();
  if (Math.abs(lagMs) > MAX_CLOCK_LAG_MS) return failed("its clock is more than a minute off");
  return { outcome: "cosigned", cosignature };
}

/** With the witness's checkpoint of the log, if it shows one with its own cosignature. */
async function object(
  question: WitnessQuestion,
  verifier: NoteVerifier,
  words: string,
): Promise<WitnessAnswer> {
  return { outcome: "objected", words, seenNote: await readSeenNote(question, verifier).catch(() => null) };
}

async function readSeenNote(
  { witness, checkpoint, deadline }: WitnessQuestion,
  verifier: NoteVerifier,
): Promise<string | null> {
  const [origin = ""] = checkpoint.note.split("\n");
  const hash = toHex(await sha256OfBytes(utf8(origin)));
  const { status, text } = await exchange(`${witness.url}/${hash}/checkpoint`, deadline, { method: "GET" });
  const note = status === 200 ? parseNote(text) : null;
  if (note === null || parseCheckpoint(note.text)?.origin !== origin) return null;
  const signed = await verifyNote(verifyEd25519, note, [verifier]);
  return signed !== null && signed.length > 0 ? text : null;
}

function failed(words: string): WitnessAnswer {
  return { outcome: "failed", words };
}
