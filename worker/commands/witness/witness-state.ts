/** The state of a witness, in one file: its key, the newest checkpoint of each log, and evidence of logs that were rewritten. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { makePrivate, openPrivate } from "../private-file.ts";

const State = v.strictObject({
  /** The witness's own name, as in its signatures. */
  name: v.string(),
  /** PKCS #8 in PEM, Ed25519. */
  private_key: v.string(),
  /** By the log's origin: its newest checkpoint, with the log's signatures and the witness's own. */
  checkpoints: v.record(v.string(), v.string()),
  /** Two signed notes that cannot both be of one log, oldest first. */
  forks: v.array(
    v.strictObject({
      found_at: v.string(),
      seen_note: v.string(),
      refused_note: v.string(),
      words: v.string(),
    }),
  ),
});
export type WitnessState = v.InferOutput<typeof State>;

/** The content of the file; if there is no file, creates one with a new key. Throws if it holds anything else. */
export function openState(file: string, name: string): WitnessState {
  if (existsSync(file)) {
    makePrivate(file);
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), State), readFileSync(file, "utf8"));
    if (!parsed.success) throw new Error(`${file} is not the state of a witness.`);
    return parsed.output;
  }
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const state: WitnessState = { name, private_key: pem, checkpoints: {}, forks: [] };
  writeState(file, state);
  return state;
}

/** Replaces the file as a whole; durable against a crash of the machine once it returns. */
export function writeState(file: string, state: WitnessState): void {
  const part = `${file}.part`;
  const descriptor = openPrivate(part, "w");
  try {
    writeFileSync(descriptor, `${JSON.stringify(state, null, 2)}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

export interface WitnessKey {
  readonly privateKey: KeyObject;
  /** 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
}

/** An SPKI of Ed25519 ends with the key itself (RFC 8410 section 4). */
const PUBLIC_KEY_BYTES = 32;

export function keyOf({ private_key: pem }: WitnessState): WitnessKey {
  const privateKey = createPrivateKey(pem);
  const spki = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  return { privateKey, publicKey: Uint8Array.from(spki.subarray(-PUBLIC_KEY_BYTES)) };
}
