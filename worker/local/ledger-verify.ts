/**
 * Whether a ledger holds, from its first entry to its last or to the head announced; where it does not, in words.
 *
 * `npm run ledger:verify -- URL|FILE` checks one outside the browser. Prints the
 * head and exits with 0 where it holds; names the first entry that does not hold and exits with 1; exits with 2 where there
 * is nothing to check.
 */
import { createHash } from "node:crypto";
import { type ChainVerdict, type Flaw, type LedgerCheckpoint, verifyChain } from "#shared/ledger-chain.ts";
import {
  ledgerOfFile,
  ledgerOfSite,
  ledgerOfDatabase,
  type SelectRows,
  type LedgerSource,
} from "./ledger-source.ts";

const FLAWS: Readonly<Record<Flaw, string>> = {
  malformed: "it is not an entry as the ledger writes them",
  seq_out_of_order: "it carries another number",
  time_goes_back: "its time lies before the entry before it",
  prev_hash_differs: "it does not follow from the entry before it",
  hash_differs: "its hash is not that of its contents",
  entry_missing: "it is missing",
};

type Judgement = Extract<ChainVerdict, { holds: true }> | { readonly holds: false; readonly words: string };

/** Rejects where the ledger cannot be read. */
async function judgeLedger({ entries, until }: LedgerSource): Promise<Judgement> {
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  const verdict = await verifyChain(entries, { sha256, ...(until ? { until } : {}) });
  if (verdict.holds) return verdict;
  const { seq, flaw } = verdict;
  return { holds: false, words: `Entry ${seq} of the ledger does not hold: ${FLAWS[flaw]}.` };
}

/** The head of the ledger in a database; rejects with the first entry that does not hold. */
export async function checkLedger(selectRows: SelectRows): Promise<LedgerCheckpoint> {
  const judgement = await judgeLedger({ entries: ledgerOfDatabase(selectRows) });
  if (!judgement.holds) throw new Error(judgement.words);
  return judgement.head;
}

if (import.meta.main) {
  const [source, ...rest] = process.argv.slice(2);
  if (source === undefined || rest.length > 0) fail("Usage: npm run ledger:verify -- URL|FILE");

  try {
    const judgement = await judgeLedger(
      /^https?:\/\//.test(source) ? await ledgerOfSite(source) : ledgerOfFile(source),
    );
    if (judgement.holds) {
      const { checked, head } = judgement;
      console.log(`The ledger holds: ${checked} entries.\nHead ${head.seq} ${head.hash}`);
    } else {
      console.error(judgement.words);
      process.exitCode = 1;
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
