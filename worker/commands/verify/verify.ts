/** `npm run verify -- URL | EXPORT | PROOF | BACKUP`: checks what a site says, or a file from it, outside the browser. */
import { open, readFile } from "node:fs/promises";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay } from "#shared/record/replay.ts";
import { type NoteVerifier, parseVerifierKey, type SignatureType } from "#shared/log/signed-note.ts";
import { checkBackup } from "./check-backup.ts";
import { wordsOfError } from "../error-words.ts";
import { sha256, sha256OfBytes } from "./digests.ts";
import { flawWords } from "./fault-words.ts";
import { readArguments, refuseArguments } from "../read-arguments.ts";
import { checkProof } from "./check-proof.ts";
import { ledgerOfExport, ledgerOfFile, siteAt } from "./ledger-source.ts";
import type { Verdict } from "./verdict.ts";
import { verifySite } from "./verify-site.ts";

const HELP = `npm run verify -- URL | EXPORT | PROOF | BACKUP [--state FILE] [--key KEY] [--witness KEY ...] [--prices N]
URL            a site: its ledger, everything it publishes, its log and its witnesses
EXPORT         the ledger, as a file or at the address of export.ndjson: every hash and rule
PROOF          a .tlog-proof file from a signal's page: that its ledger line is in the log; needs --key
BACKUP         a file of npm run backup: its ledger, and every table that follows from it
--state FILE   stores the checkpoint of the site's log; the next run requires that the log continues it
--key KEY      the log's key, as /log/key showed it when you stored it
--witness KEY  a witness that you trust, instead of those that the site names; can be repeated
--prices N     asks the price sources again for N quotes of the record, or for all
Files are checked offline. Exits with 0 if everything holds, 1 if something does not, 2 if nothing could be checked.`;

const { positionals, values } = readArguments(HELP, {
  allowPositionals: true,
  options: {
    state: { type: "string" },
    key: { type: "string" },
    witness: { type: "string", multiple: true, default: [] },
    prices: { type: "string" },
  },
});
const [source, ...rest] = positionals;
if (source === undefined || rest.length > 0) refuseArguments(HELP, "Name one site or file.");
const stateFile = values.state ?? null;
const key = values.key?.trim() ?? null;
if (values.prices !== undefined && !/^(?:all|[1-9]\d{0,5})$/.test(values.prices))
  refuseArguments(HELP, `--prices must be a number or all, not ${values.prices}.`);
const quotes =
  values.prices === "all" ? Infinity : values.prices === undefined ? null : Number(values.prices);
if (key !== null) await readKey("--key", key, "note");
const witnesses = await Promise.all(values.witness.map((text) => readKey("--witness", text, "cosignature")));

try {
  const { lines, faults } = await verify(source);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
  if (lines.length > 0) console.log(lines.join("\n"));
} catch (error) {
  console.error(wordsOfError(error));
  process.exitCode = 2;
}

async function verify(source: string): Promise<Verdict> {
  const url = /^https?:/i.test(source) ? URL.parse(source) : null;
  if (url === null && /^https?:/i.test(source)) refuseArguments(HELP, `${source} is not an address.`);
  if (url && !/\/export\.ndjson\/?$/.test(url.pathname))
    return verifySite(siteAt(source), { stateFile, key, witnesses, quotes });
  if (stateFile !== null || quotes !== null)
    refuseArguments(HELP, "--state and --prices only work for sites.");
  const kind = url ? "export" : await kindOf(source);
  if (kind === "proof") {
    if (key === null) refuseArguments(HELP, "A proof needs --key: the log's key that you stored.");
    return checkProof(new Uint8Array(await readFile(source)), key, witnesses);
  }
  if (key !== null || witnesses.length > 0)
    refuseArguments(HELP, "--key and --witness only work for sites and proofs.");
  if (kind === "export") return verifyExport(url ? ledgerOfExport(source) : ledgerOfFile(source));
  try {
    const head = await checkBackup(source);
    return {
      lines: [
        "The backup holds: its ledger, and every table that follows from it.",
        `Head ${head.seq} ${head.hash}`,
      ],
      faults: [],
    };
  } catch (error) {
    return { lines: [], faults: [error instanceof Error ? error.message : String(error)] };
  }
}

/** By how a file begins. An export without entries is empty. */
async function kindOf(path: string): Promise<"export" | "proof" | "backup"> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
  await file.close();
  const beginning = buffer.toString("latin1", 0, bytesRead);
  if (/^(?:\{|$)/.test(beginning)) return "export";
  if (beginning.startsWith("c2sp.org/tlog-proof@")) return "proof";
  if (/^(?:PRAGMA|CREATE|INSERT) /.test(beginning)) return "backup";
  throw new Error(`${path} is not an export, a proof or a backup.`);
}

async function verifyExport(entries: AsyncGenerator): Promise<Verdict> {
  const verdict = await verifyChain(entries, { sha256, replay: createReplay() });
  if (!verdict.holds) return { lines: [], faults: [flawWords(verdict.seq, verdict.flaw)] };
  const { checked, head } = verdict;
  return {
    lines: [`The ledger holds: ${checked} lines follow the rules.`, `Head ${head.seq} ${head.hash}`],
    faults: [],
  };
}

async function readKey(option: string, text: string, type: SignatureType): Promise<NoteVerifier> {
  const parsed = await parseVerifierKey(sha256OfBytes, text.trim());
  if (parsed?.type === type) return parsed;
  const owner = type === "note" ? "a log" : "a witness";
  refuseArguments(HELP, `${option} is not the key of ${owner} (name+id+key): ${text}`);
}
