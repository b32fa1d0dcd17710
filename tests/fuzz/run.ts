/** `npm run fuzz`: hostile inputs against every parser and against the running worker. */
import process from "node:process";
import { signInByApi } from "#tests/support/api-client.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { PARSER_PROPERTIES } from "./parsers.ts";
import type { Property } from "./property.ts";
import { requestProperty } from "./requests.ts";

const HELP = `npm run fuzz -- [--seed N] [--cases N]
Tries hostile inputs on every parser and on the running worker; prints the smallest one that each claim fails for.
  --seed    repeats a run
  --cases   about how many inputs, 200000; a tenth of them are whole requests
Example: npm run fuzz -- --cases 10000`;

const { values } = readArguments(HELP, {
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    cases: { type: "string", default: "200000" },
  },
});
const seed = Number(values.seed);
const cases = Number(values.cases);
/** Requests under way at the same time. */
const SHARDS = 4;

const say = (line: string) => process.stdout.write(`${line}\n`);
const faults: string[] = [];

async function tryOut({ name, check }: Property, runs: number, ownSeed = seed): Promise<number> {
  try {
    await check({ runs, seed: ownSeed });
  } catch (error) {
    faults.push(name);
    say(`FAILS  ${name}\n${wordsOf(error)}`);
  }
  return runs;
}

say(`seed ${seed}; to repeat: npm run fuzz -- --seed ${seed} --cases ${cases}`);
const requests = Math.ceil(cases / 10);
const runsEach = Math.ceil((cases - requests) / PARSER_PROPERTIES.length);
let tried = 0;
const startedMs = performance.now();
for (const property of PARSER_PROPERTIES) tried += await tryOut(property, runsEach);
say(`${tried} inputs to ${PARSER_PROPERTIES.length} claims about parsers, ${secondsSince(startedMs)} s`);

const site = await startSite();
try {
  const requestsStartedMs = performance.now();
  const tokens = await Promise.all([
    signInByApi(site.url, MEMBER_ID),
    signInByApi(site.url, STAFF_ID, STAFF_PASSCODE),
  ]);
  const shards = Array.from({ length: SHARDS }, (_, shard) =>
    tryOut(requestProperty({ url: site.url, tokens }), Math.ceil(requests / SHARDS), seed + shard),
  );
  const sent = (await Promise.all(shards)).reduce((sum, runs) => sum + runs, 0);
  tried += sent;
  if (faults.length > 0)
    say(
      site
        .logs()
        .filter((line) => line.includes('"error"'))
        .slice(-5)
        .join("\n"),
    );
  say(`${sent} raw requests to the running worker, ${secondsSince(requestsStartedMs)} s`);
} finally {
  await site.close();
}
say(`${tried} cases in all, ${faults.length} claims do not hold`);
process.exit(faults.length > 0 ? 1 : 0);

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

function secondsSince(startMs: number): string {
  return ((performance.now() - startMs) / 1000).toFixed(1);
}
