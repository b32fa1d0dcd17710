/**
 * `npm run ledger:verify -- URL|FILE`: whether a record holds, outside the browser. Of a site it checks the chain, the rules, and every
 * state and figure it publishes; of an export, in a file or at its address, the chain and the rules. Prints the head and exits with 0
 * where all holds; names the first that does not and exits with 1; exits with 2 where there is nothing to check.
 */
import { verifyChain } from "#shared/ledger-chain.ts";
import { createReplay } from "#shared/replay.ts";
import { checkSite } from "./check-site.ts";
import { faultWords, flawWords, sha256 } from "./fault-words.ts";
import { ledgerOfExport, ledgerOfFile, siteAt } from "./ledger-source.ts";

const [source, ...rest] = process.argv.slice(2);
if (source === undefined || rest.length > 0) fail("Usage: npm run ledger:verify -- URL|FILE");

try {
  if (!/^https?:\/\//.test(source)) await verifyExport(ledgerOfFile(source));
  else if (/\/export\.ndjson\/?$/.test(new URL(source).pathname)) await verifyExport(ledgerOfExport(source));
  else await verifySite(source);
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

async function verifySite(address: string): Promise<void> {
  const finding = await checkSite(siteAt(address));
  if (finding.kind !== "holds") return refuse(faultWords(finding));
  const { head, grown, compared } = finding;
  const { summary, traders, signals } = compared;
  const published = [
    summary === null ? "no summary" : "the summary",
    `${traders ?? "no"} traders`,
    `${signals ?? "no"} signals`,
  ];
  console.log(
    `The ledger holds: ${head.seq} entries, each by the rules${grown > 0 ? `, ${grown} of them written meanwhile` : ""}.\n` +
      `What the site publishes follows from them: ${published.join(", ")}.\n` +
      `Head ${head.seq} ${head.hash}`,
  );
}

async function verifyExport(entries: AsyncGenerator): Promise<void> {
  const verdict = await verifyChain(entries, { sha256, replay: createReplay() });
  if (!verdict.holds) return refuse(flawWords(verdict.seq, verdict.flaw));
  const { checked, head } = verdict;
  console.log(`The ledger holds: ${checked} entries, each by the rules.\nHead ${head.seq} ${head.hash}`);
}

function refuse(words: string): void {
  console.error(words);
  process.exitCode = 1;
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
