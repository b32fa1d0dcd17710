/**
 * `npm run bench -- record`: what answers cost with 1,000,000 signals on the record, as a multiple of what they cost with
 * 1,000. Both records are asked in turns. Then the long one is exported whole. Writes `.cache/bench/record.md`, `record-exports.md`
 * and the same as JSON; exits with 1 above the limit, and where an export is not whole.
 */
import * as v from "valibot";
import { LedgerHead } from "#shared/contracts/ledger.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { median, publish } from "./figures.ts";
import { sendLoad } from "./load.ts";
import { cpuTimeMs } from "./process-cpu.ts";
import { recordOf } from "./record-database.ts";
import { exportWhole } from "./record-exports.ts";
import { productWorker, startServer, type Server } from "./workerd.ts";

const FEW = 1_000;
const MANY = 1_000_000;
const MAX_RATIO = 1.5;
const CONNECTIONS = 8;
/** No cache answers a page for somebody with a token, or a call with a time but without an entity tag. */
const UNCACHED = { Authorization: "Bearer bench", "If-Modified-Since": new Date(0).toUTCString() };

const HELP = `npm run bench -- record [--quick]
What pages and API cost with 1,000,000 signals on the record, of what they cost with 1,000; fails above a limit.
  --quick   fewer turns: good for ratios, not for percents
Example: npm run bench -- record --quick`;

const { values } = readArguments(HELP, { options: { quick: { type: "boolean", default: false } } });
const effort = values.quick
  ? { rounds: 5, warmUp: 60, requests: 60 }
  : { rounds: 11, warmUp: 400, requests: 300 };

const TRADER = "north-light";

/** Pages, and every answer of the API that stands on the record; lists at their beginning, in the middle and filtered. */
const PATHS: Readonly<Record<string, (on: { readonly id: string; readonly seq: number }) => string>> = {
  "home page": () => `/en`,
  "signals page": () => `/en/signal`,
  "signals page, middle": ({ seq }) => `/en/signal?cursor=${Math.floor(seq / 2)}`,
  "one signal's page": ({ id }) => `/en/signal/${id}`,
  "traders page": () => `/en/traders`,
  "one trader's page": () => `/en/traders/${TRADER}`,
  "about page": () => `/en/about`,
  signals: () => "/api/signals/",
  "signals, middle": ({ seq }) => `/api/signals/?cursor=${Math.floor(seq / 2)}`,
  "signals of a trader": () => `/api/signals/?trader=${TRADER}`,
  "signals lost in an asset": () => "/api/signals/?asset=EUR/USD&outcome=lost",
  "signals until a date": () => "/api/signals/?to=2026-06-01T00:00:00Z",
  "signals of a month": () => "/api/signals/?from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z",
  "one signal": ({ id }) => `/api/signals/${id}/`,
  traders: () => "/api/traders/",
  "one trader, with statistics": () => `/api/traders/${TRADER}/`,
  "one trader's page with slices": () => `/en/traders/${TRADER}?by=asset`,
  "one trader, in slices": () => `/api/traders/${TRADER}/slices/?by=hour&zone=Europe/Berlin`,
  "summary statistics": () => "/api/summary/",
  ledger: () => "/api/ledger/",
  "ledger, middle": ({ seq }) => `/api/ledger/?after=${Math.floor(seq / 2)}`,
  "ledger head": () => "/api/ledger/head/",
  feed: () => "/api/feeds/en/signals.json",
};

const long = await start(MANY);
const servers = [await start(FEW), long];
type Standing = Awaited<ReturnType<typeof start>>;

try {
  const results = [];
  for (const [name, pathOn] of Object.entries(PATHS)) results.push(await compare(name, pathOn));
  const rows = results.map(({ name, few, many, ratio }) => [
    name,
    few.toFixed(3),
    many.toFixed(3),
    ratio > MAX_RATIO ? `**${ratio.toFixed(2)}**` : ratio.toFixed(2),
  ]);
  const count = (signals: number) => signals.toLocaleString("en");
  publish({
    name: "record",
    head: ["answer", `CPU ms/request, ${count(FEW)} signals`, `${count(MANY)} signals`, "ratio"],
    rows,
    isQuick: values.quick,
    data: results,
  });
  const isWhole = await exportAll();
  process.exitCode = isWhole && results.every(({ ratio }) => ratio <= MAX_RATIO) ? 0 : 1;
} finally {
  await Promise.all(servers.map(({ server }) => server.close()));
}

async function start(signals: number) {
  const server = await startServer({ worker: productWorker(), stateFolder: await recordOf(signals) });
  const { id, seq } = await newestOn(server);
  return { server, id, seq };
}

/** Whether each export of the long record has all of it. */
async function exportAll(): Promise<boolean> {
  const { server, seq } = long;
  const csv = await exportWhole(server, "/api/signals/export.csv/");
  const ledger = await exportWhole(server, "/api/ledger/export.ndjson/");
  const exports = [
    { ...csv, expected: MANY + 1 },
    { ...ledger, expected: seq },
  ];
  const count = (value: number) => value.toLocaleString("en", { maximumFractionDigits: 0 });
  publish({
    name: "record-exports",
    head: [
      "export",
      "lines",
      "expected",
      "MB",
      "s",
      "parts",
      "lines of a part",
      "s",
      "CPU ms",
      "workerd MiB",
    ],
    rows: exports.map((whole) => [
      whole.path,
      count(whole.lines),
      count(whole.expected),
      count(whole.megabytes),
      count(whole.seconds),
      count(whole.parts),
      count(whole.linesOfLongestPart),
      whole.secondsOfSlowestPart.toFixed(1),
      count(whole.cpuMsOfDearestPart),
      count(whole.mostMiB),
    ]),
    isQuick: false,
    data: exports,
  });
  return exports.every(({ lines, expected }) => lines === expected);
}

/** CPU of an answer on both records, the one after the other in every round. */
async function compare(name: string, pathOn: (standing: Standing) => string) {
  const subjects = servers.map((standing) => ({
    standing,
    target: { port: standing.server.port, path: pathOn(standing), headers: UNCACHED, status: 200 },
    cpuMs: [] as number[],
  }));
  for (const { target } of subjects) await sendLoad(target, effort.warmUp, CONNECTIONS);
  for (let round = 0; round < effort.rounds; round += 1) {
    for (const { standing, target, cpuMs } of subjects) {
      const before = cpuTimeMs(standing.server.pid);
      await sendLoad(target, effort.requests, CONNECTIONS);
      cpuMs.push((cpuTimeMs(standing.server.pid) - before) / effort.requests);
    }
  }
  const [few = Number.NaN, many = Number.NaN] = subjects.map(({ cpuMs }) => median(cpuMs));
  return { name, few, many, ratio: many / few, rounds: subjects.map(({ cpuMs }) => cpuMs) };
}

/** The newest signal on a server's record, and the sequence number of its newest entry. */
async function newestOn(server: Server): Promise<{ readonly id: string; readonly seq: number }> {
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`http://127.0.0.1:${server.port}${path}`)).json();
  const [signal] = v.parse(SignalPage, await read("/api/signals/?limit=1")).results;
  const { seq } = v.parse(LedgerHead, await read("/api/ledger/head/"));
  if (!signal) throw new Error("The record is empty");
  return { id: signal.id, seq };
}
