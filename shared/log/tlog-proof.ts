/** Proofs that an entry is in a log, in self-contained files (https://c2sp.org/tlog-proof). */
import { fromBase64, toBase64 } from "#shared/encoding/base64.ts";
import { HASH_BYTES } from "./log-tiles.ts";
import type { Hash } from "./merkle-tree.ts";

export interface LogProof {
  /** Data that the proof does not cover: here the entry's bytes, from which the checked leaf hash is computed. Null if absent. */
  readonly extra: Uint8Array<ArrayBuffer> | null;
  /** Index of the entry in the log, from 0. */
  readonly index: number;
  /** Siblings from the leaf upwards: RFC 6962 section 2.1.1. */
  readonly hashes: readonly Hash[];
  /** A signed note. */
  readonly checkpoint: string;
}

const FIRST_LINE = "c2sp.org/tlog-proof@v1";
/** Enough for a tree of 2^63 leaves. */
const MAX_HASHES = 63;

export function formatLogProof({ extra, index, hashes, checkpoint }: LogProof): string {
  const lines = [
    FIRST_LINE,
    ...(extra ? [`extra ${toBase64(extra)}`] : []),
    `index ${index}`,
    ...hashes.map(toBase64),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Null if the text is not such a file. Verifies neither the proof nor the checkpoint. */
export function parseLogProof(text: string): LogProof | null {
  const end = text.indexOf("\n\n");
  if (end < 0) return null;
  const [first, ...lines] = text.slice(0, end).split("\n");
  const [, extraBase64] = /^extra (\S*)$/.exec(lines[0] ?? "") ?? [];
  const [indexLine = "", ...hashLines] = extraBase64 === undefined ? lines : lines.slice(1);
  const [, digits] = /^index (0|[1-9]\d{0,15})$/.exec(indexLine) ?? [];
  const extra = extraBase64 === undefined ? null : fromBase64(extraBase64);
  const hashes = hashLines.map(fromBase64).filter((hash) => hash?.length === HASH_BYTES);
  const isProof =
    first === FIRST_LINE &&
    digits !== undefined &&
    (extraBase64 === undefined) === (extra === null) &&
    hashes.length === hashLines.length &&
    hashes.length <= MAX_HASHES;
  if (!isProof) return null;
  return {
    extra,
    index: Number(digits),
    hashes: hashes.filter((hash) => hash !== null),
    checkpoint: text.slice(end + 2),
  };
}
