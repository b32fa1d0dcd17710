/** Checks a `.tlog-proof` file by itself and with keys that its reader trusts, without asking any site. */
import * as v from "valibot";
import { toBase64 } from "#shared/encoding/base64.ts";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { hashEntry, ledgerLine } from "#shared/record/ledger-chain.ts";
import { leafHash, verifyInclusion } from "#shared/log/merkle-tree.ts";
import { cosignedByMs, type NoteVerifier } from "#shared/log/signed-note.ts";
import { type LogProof, parseLogProof } from "#shared/log/tlog-proof.ts";
import { sha256, sha256OfBytes } from "./digests.ts";
import { openCheckpoint } from "./signed-checkpoint.ts";
import type { Verdict } from "./verdict.ts";

/** `key` is that of the log; each of the witnesses must have cosigned. */
export async function checkProof(
  bytes: Uint8Array<ArrayBuffer>,
  key: string,
  witnesses: readonly NoteVerifier[],
): Promise<Verdict> {
  const text = decode(bytes);
  const file = text === null ? null : parseLogProof(text);
  if (!file) return fails("The file is not a proof of c2sp.org/tlog-proof@v1.");
  const finding = await openCheckpoint(file.checkpoint, key, witnesses);
  if ("fault" in finding) return fails(finding.fault);
  const entry = await readEntry(file);
  if (typeof entry === "string") return fails(entry);
  const { index, hashes } = file;
  const { origin, size, root, cosignatures } = finding.signed;
  const leaf = await leafHash(sha256OfBytes, file.extra ?? new Uint8Array());
  if (!(await verifyInclusion(sha256OfBytes, { index, size, leaf, proof: hashes, root })))
    return fails(
      `Ledger line ${entry.seq} has the right hash, but the proof does not lead from it to the signed root of the log.`,
    );
  const lines = [
    `The proof holds: ledger line ${entry.seq} is in the log.`,
    ledgerLine(entry),
    `Index ${index} of the ${size} lines of ${origin}`,
    `Root ${toBase64(root)}`,
    `Signed with ${key}`,
    ...cosignatures.map(
      ({ verifier: { name, keyId }, cosignedAtSeconds }) =>
        `Cosigned by ${name}+${keyId} before ${new Date(cosignedByMs(cosignedAtSeconds ?? 0)).toISOString()}`,
    ),
  ];
  return { lines, faults: [] };
}

function fails(words: string): Verdict {
  return { lines: [], faults: [words] };
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
  if (!extra) return "The file does not contain the ledger line, so there is nothing to prove.";
  const line = decode(extra);
  const parsed = v.safeParse(EntryLine, line);
  if (!parsed.success || ledgerLine(parsed.output) !== line)
    return "The file's content is not a ledger line in canonical JSON.";
  const entry = parsed.output;
  if ((await hashEntry(entry, sha256)) !== entry.hash)
    return `Ledger line ${entry.seq} in the file was changed: its hash does not match its content.`;
  if (entry.seq !== index + 1)
    return `The file contains ledger line ${entry.seq}, but proves the place of line ${index + 1}.`;
  return entry;
}
