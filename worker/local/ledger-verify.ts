/**
 * `npm run ledger:verify -- URL|FILE`: checks a record outside the browser. For a site it checks the chain, the rules, every
 * published state and figure, and that its log matches its entries; with `--remember`, also that they extend those of the
 * last check. For an export, in a file or at its address, it checks the chain and the rules. Prints the head and exits with
 * 0 if everything holds; names the fault and exits with 1 otherwise; exits with 2 if there is nothing to check.
 */
import { verifyChain } from "#shared/ledger-chain.ts";
import { createReplay } from "#shared/replay.ts";
import { parseVerifierKey, type SignatureType } from "#shared/signed-note.ts";
import { flawWords, sha256, sha256OfBytes } from "./fault-words.ts";
import { ledgerOfExport, ledgerOfFile, siteAt } from "./ledger-source.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";
import { verifySite } from "./verify-site.ts";

const USAGE = "npm run ledger:verify -- URL|FILE [--remember FILE] [--key VKEY] [--witness VKEY ...]";

const { positionals, values } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    remember: { type: "string" },
    key: { type: "string" },
    witness: { type: "string", multiple: true },
  },
});
const [source, ...rest] = positionals;
if (source === undefined || rest.length > 0) refuseArguments(USAGE);
const { remember: file = null, key = null, witness: witnesses = [] } = values;
if (key !== null) await refuseOtherKey(key, "note");
for (const witness of witnesses) await refuseOtherKey(witness, "cosignature");

try {
  const isFile = !/^https?:\/\//.test(source);
  if (isFile || /\/export\.ndjson\/?$/.test(new URL(source).pathname)) {
    if (file !== null || key !== null || witnesses.length > 0)
      refuseArguments(USAGE, "An export has no log, and none of it is kept.");
    await verifyExport(isFile ? ledgerOfFile(source) : ledgerOfExport(source));
  } else {
    const { lines, faults } = await verifySite(siteAt(source), { file, key, witnesses });
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
    if (lines.length > 0) console.log(lines.join("\n"));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

async function verifyExport(entries: AsyncGenerator): Promise<void> {
  const verdict = await verifyChain(entries, { sha256, replay: createReplay() });
  if (!verdict.holds) {
    console.error(flawWords(verdict.seq, verdict.flaw));
    process.exitCode = 1;
    return;
  }
  const { checked, head } = verdict;
  console.log(`The ledger holds: ${checked} entries, each by the rules.\nHead ${head.seq} ${head.hash}`);
}

async function refuseOtherKey(text: string, type: SignatureType): Promise<void> {
  const key = await parseVerifierKey(sha256OfBytes, text);
  if (key?.type !== type)
    refuseArguments(USAGE, `This is no key of a ${type === "note" ? "log" : "witness"}: ${text}`);
}
