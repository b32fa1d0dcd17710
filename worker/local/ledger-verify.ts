/**
 * `npm run ledger:verify -- URL|FILE`: checks a ledger from its first entry to its head, outside the browser. Prints the
 * head and exits with 0 where it holds; names the first entry that does not hold and exits with 1; exits with 2 where there
 * is nothing to check.
 */
import { judgeLedger } from "./check-ledger.ts";
import { ledgerOfFile, ledgerOfSite } from "./ledger-verify-source.ts";

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

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
