/**
 * `npm run ledger:verify -- URL|FILE`: checks a ledger from its first entry to its head, outside the browser. Prints the
 * head and exits with 0 where it holds; names the first entry that does not hold and exits with 1; exits with 2 where there
 * is nothing to check.
 */
import { createHash } from "node:crypto";
import { verifyChain, type ChainVerdict, type Flaw } from "#shared/ledger-chain.ts";
import { ledgerOfFile, ledgerOfSite } from "./ledger-verify-source.ts";

const FLAWS: Readonly<Record<Flaw, string>> = {
  malformed: "it is not an entry as the ledger writes them",
  seq_out_of_order: "it carries another number",
  time_goes_back: "its time lies before the entry before it",
  prev_hash_differs: "it does not follow from the entry before it",
  hash_differs: "its hash is not that of its contents",
  entry_missing: "it is missing",
};

const [source, ...rest] = process.argv.slice(2);
if (source === undefined || rest.length > 0) fail("Usage: npm run ledger:verify -- URL|FILE");

try {
  const { entries, until } = /^https?:\/\//.test(source) ? await ledgerOfSite(source) : ledgerOfFile(source);
  report(await verifyChain(entries, { sha256, ...(until ? { until } : {}) }));
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function report(verdict: ChainVerdict): void {
  if (verdict.holds) {
    console.log(`The ledger holds: ${verdict.checked} entries.`);
    console.log(`Head ${verdict.head.seq} ${verdict.head.hash}`);
    return;
  }
  console.error(`Entry ${verdict.seq} does not hold: ${FLAWS[verdict.flaw]}.`);
  process.exitCode = 1;
}

async function sha256(text: string): Promise<string> {
  return createHash("sha256").update(text).digest("hex");
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
