/**
 * `npm run log:verify -- FILE --key VKEY [--witness VKEY …]`: checks whether a `.tlog-proof` file, as saved from a signal's
 * page, proves that its entry is in the log with that key. Asks no site. Prints what is proved and exits with 0; names the
 * fault and exits with 1; exits with 2 if there is nothing to check, or no key to check it with.
 */
import { readFileSync } from "node:fs";
import { toBase64 } from "#shared/base64.ts";
import { ledgerLine } from "#shared/ledger-chain.ts";
import { type NoteVerifier, parseVerifierKey, type SignatureType } from "#shared/signed-note.ts";
import { checkLogProof, type HoldingProof } from "./check-log-proof.ts";
import { sha256OfBytes } from "./fault-words.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";

const USAGE = "npm run log:verify -- FILE --key VKEY [--witness VKEY …]";

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: { key: { type: "string" }, witness: { type: "string", multiple: true, default: [] } },
});
const [file, ...rest] = positionals;
if (file === undefined || rest.length > 0) refuseArguments(USAGE, "Name one file.");
if (values.key === undefined)
  refuseArguments(USAGE, "Name the log's key, which you have kept from its /log/key.");
const key = await readKey("--key", values.key, "note");
const witnesses = await Promise.all(values.witness.map((text) => readKey("--witness", text, "cosignature")));

const finding = await checkLogProof(read(file), { key, witnesses });
if (finding.holds) console.log(describe(finding.proof));
else {
  console.error(finding.words);
  process.exitCode = 1;
}

async function readKey(option: string, text: string, type: SignatureType): Promise<NoteVerifier> {
  const parsed = await parseVerifierKey(sha256OfBytes, text.trim());
  if (parsed?.type === type) return parsed;
  const owner = type === "note" ? "a log" : "a witness";
  refuseArguments(USAGE, `${option} is not the key of ${owner} (name+id+key): ${text}`);
}

function read(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

function describe({ entry, index, origin, size, root, cosignatures }: HoldingProof): string {
  return [
    `The proof holds: entry ${entry.seq} is in the log.`,
    ledgerLine(entry),
    `Index ${index} of the ${size} entries of ${origin}`,
    `Root ${toBase64(root)}`,
    `Signed with ${key.name}+${key.keyId}`,
    ...cosignatures.map(
      ({ verifier: { name, keyId }, cosignedAtSeconds }) =>
        `Cosigned by ${name}+${keyId} at ${new Date((cosignedAtSeconds ?? 0) * 1000).toISOString()}`,
    ),
  ].join("\n");
}
