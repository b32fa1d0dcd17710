/**
 * `npm run bench -- live`: 20,000 live readers (`--readers N`) of the built worker in workerd, and 100 signals
 * (`--events N`) published through the API, one in two seconds. Says whether each reader got each event once and in order, after how
 * long, and how often rooms were told and read the database. Writes
 * `.cache/bench/live.md` and `live.json`; exits with 1 where an event is missing, came twice or out of order, a room was told twice, or
 * one of a hundred waited for two seconds.
 *
 * Readers are WebSockets of two processes of Node, as many as workerd may have files: it takes two for a socket. The others are
 * WebSockets too, opened inside its process, whose messages come to a third process over few sockets.
 */
import { fork, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { addDemoAccounts } from "#worker/local/demo-data/demo-accounts.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { publish } from "./figures.ts";
import { Verdict } from "./live/hearing.ts";
import { ROOM_EVENTS, SITE_ENTRY } from "./live/site-entry.ts";
import { cpuTimeMs, residentMiB } from "./process-cpu.ts";
import { openStaff, type Published, type Staff } from "./soak/staff.ts";
import { quantile } from "./soak/verdict.ts";
import { migrate, productWorker, startServer } from "./workerd.ts";

const MAX_P99_MS = 2_000;
const EVENT_INTERVAL_MS = 2_000;
const SETTLE_MS = 5_000;
const MAX_ATTEMPTS = 10;
/** Files that workerd has open beside sockets. */
const OTHER_FILES = 200;
const FILES_PER_SOCKET = 2;

const HELP = `npm run bench -- live [--readers N] [--events N] [--quick]
Whether each live reader is told each signal once, in order and in time.
  --readers   live readers, 20000
  --events    signals that are published, 100
  --quick     2,000 readers and 10 signals
Example: npm run bench -- live --quick`;

const { values } = readArguments(HELP, {
  options: {
    readers: { type: "string", default: "20000" },
    events: { type: "string", default: "100" },
    quick: { type: "boolean", default: false },
  },
});
const readers = values.quick ? 2_000 : Number(values.readers);
const events = values.quick ? 10 : Number(values.events);

const RoomLine = v.object({ event: v.string(), room: v.string(), seq: v.optional(v.number()) });
const told = new Map<string, number>();
let reads = 0;
const errors: string[] = [];

const server = await startServer({
  worker: {
    ...productWorker({ ...SECRETS, LOCAL: "1", REQUEST_LOG: "off" }, SITE_ENTRY),
    handleStructuredLogs({ message }) {
      if (message.includes('"level":"error"')) errors.push(message);
      if (message.includes(ROOM_EVENTS.read)) reads += 1;
      if (!message.includes(ROOM_EVENTS.told)) return;
      const { room, seq = 0 } = v.parse(RoomLine, JSON.parse(message));
      told.set(`${room} ${seq}`, (told.get(`${room} ${seq}`) ?? 0) + 1);
    },
  },
  async prepare(db) {
    await migrate(db);
    await seedRecord(db, { signals: 500, endMs: Date.now() });
    await addDemoAccounts(db, SECRETS, Date.now());
  },
});
const children: ChildProcess[] = [];
try {
  const cpuBeforeMs = cpuTimeMs(server.pid);
  const openedMs = performance.now();
  const sockets = Math.min(readers, socketsAllowed());
  const half = Math.ceil(sockets / 2);
  await Promise.all([
    openReaders("sockets", 0, half),
    openReaders("sockets", half, sockets - half),
    openReaders("bundle", sockets, readers - sockets),
  ]);
  const openSeconds = (performance.now() - openedMs) / 1000;
  const joinCpuMs = (cpuTimeMs(server.pid) - cpuBeforeMs) / readers;
  console.log(
    `${readers} readers after ${openSeconds.toFixed(0)} s, ${residentMiB(server.pid).toFixed(0)} MiB.`,
  );
  await sleep(SETTLE_MS);
  told.clear();
  reads = 0;
  const staff = await openStaff(`http://127.0.0.1:${server.port}`, STAFF_ID, STAFF_PASSCODE);
  const cpuAtFirstMs = cpuTimeMs(server.pid);
  const startedMs = new Map<number, number>();
  const publishing: Promise<void>[] = [];
  for (let event = 0; event < events; event += 1) {
    const nowMs = Date.now();
    publishing.push(publishSurely(staff).then(({ published_seq: seq }) => void startedMs.set(seq, nowMs)));
    await sleep(EVENT_INTERVAL_MS);
  }
  await Promise.all(publishing);
  await sleep(SETTLE_MS);
  const sendCpuMs = (cpuTimeMs(server.pid) - cpuAtFirstMs) / (readers * events);
  const verdicts = await Promise.all(children.map((child) => askVerdict(child, [...startedMs.keys()])));
  const latencies = verdicts.flatMap(({ arrivals }) =>
    [...arrivals].flatMap(([seq, at]) => at.map((atMs) => atMs - (startedMs.get(seq) ?? Number.NaN))),
  );
  const sum = (of: (verdict: Verdict) => number) =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0);
  const [missing, duplicates] = [sum((of) => of.missing), sum((of) => of.duplicates)];
  const [outOfOrder, broken] = [sum((of) => of.outOfOrder), sum((of) => of.broken)];
  const p99Ms = quantile(latencies, 0.99);
  const mostTold = Math.max(...told.values());
  const rooms = new Set([...told.keys()].map((key) => key.split(" ")[0]));
  const ms = (value: number) => value.toFixed(0);
  const measured: [string, string][] = [
    ["readers: by sockets of Node, within workerd's process", `${sockets}, ${readers - sockets}`],
    ["rooms told", String(rooms.size)],
    ["events published through the API", String(startedMs.size)],
    ["messages delivered, of", `${sum((of) => of.delivered)}, ${readers * events}`],
    [
      "missing, twice, out of order, readers shown out or reset",
      [missing, duplicates, outOfOrder, broken].join(", "),
    ],
    [
      "from publishing to the reader, ms: p50, p95",
      `${ms(quantile(latencies, 0.5))}, ${ms(quantile(latencies, 0.95))}`,
    ],
    ["p99, longest", `${ms(p99Ms)}, ${ms(quantile(latencies, 1))}`],
    ["calls to rooms for an event: all, most to one room", `${told.size / events}, ${mostTold}`],
    ["readings of the database by rooms, for an event", (reads / events).toFixed(2)],
    [
      "CPU of workerd: to let a reader in, to send a message, ms",
      `${joinCpuMs.toFixed(2)}, ${sendCpuMs.toFixed(4)}`,
    ],
  ];
  publish({
    name: "live",
    head: ["figure", "value"],
    rows: measured,
    isQuick: values.quick,
    data: { readers, events, measured },
  });
  for (const error of errors.slice(0, 5)) console.error(error.slice(0, 300));
  const isWhole = missing + duplicates + outOfOrder + broken + errors.length === 0 && latencies.length > 0;
  process.exitCode = isWhole && mostTold === 1 && p99Ms < MAX_P99_MS ? 0 : 1;
} finally {
  for (const child of children) child.kill();
  await server.close();
}

/** As a client does: on a busy machine the gateway may give up a call whose signal is published. */
async function publishSurely({ publish: publishOnce }: Staff): Promise<Published> {
  const key = randomUUID();
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await publishOnce(key);
    } catch {
      await sleep(1_000);
    }
  }
  return publishOnce(key);
}

/** Sockets that workerd may take, which inherits this process's limit. */
function socketsAllowed(): number {
  const limit = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return Math.floor((Number(limit) - OTHER_FILES) / FILES_PER_SOCKET);
}

/** Resolves once all of them are in. */
async function openReaders(kind: "sockets" | "bundle", from: number, count: number): Promise<void> {
  if (count === 0) return;
  const child = fork(
    new URL("live/readers.ts", import.meta.url),
    [String(server.port), String(from), String(count), kind],
    {
      serialization: "advanced",
    },
  );
  children.push(child);
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`a process of readers ended with ${code}`);
  });
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined); // killed at the end
}

async function askVerdict(child: ChildProcess, seqs: readonly number[]): Promise<Verdict> {
  const answered = once(child, "message");
  child.send(seqs);
  const [verdict] = await answered;
  return v.parse(Verdict, verdict);
}
