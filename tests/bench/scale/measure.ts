/** Measures each kind of request on the built worker in real workerd: what it takes of the platform, and how much processor time. */
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { SignalPage } from "#shared/contracts/signals.ts";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { addDemoAccounts } from "#worker/local/demo-data/demo-accounts.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { median } from "#tests/bench/figures.ts";
import { fineCpuTimeMs } from "#tests/bench/process-cpu.ts";
import { openStaff } from "#tests/bench/soak/staff.ts";
import { type Database, migrate, productWorker, type Server, startServer } from "#tests/bench/workerd.ts";
import { Counted, countedEntry, type Reading } from "./counted-entry.ts";
import { ASK, type Kind, KINDS, type MeasuredSite } from "./kinds.ts";
import type { MeasuredKind } from "./measured.ts";

const SIGNALS = 2_000;
const MEMBERS = 8;
const SQLITE_TURNS = 200;
/** What a request leaves to be done after its answer is done by then. */
const SETTLE_MS = 400;
const TOKENS_SCHEMA = "worker/api/session/migrations/0001_session_tokens.sql";

export interface Effort {
  readonly warmUp: number;
  readonly turns: number;
}

const isForEngine = (kind: Kind) => kind === "measurement into the engine";
/** An isolate writes 300 of them a minute, and 20 of one address. */
const MAX_REPORTS = 80;

export async function measureKinds(effort: Effort): Promise<ReadonlyMap<Kind, MeasuredKind>> {
  return new Map([
    ...(await measureAt(
      false,
      KINDS.filter((kind) => !isForEngine(kind)),
      effort,
    )),
    ...(await measureAt(true, KINDS.filter(isForEngine), effort)),
  ]);
}

async function measureAt(hasEngine: boolean, kinds: readonly Kind[], effort: Effort) {
  const counting = await startSite({ hasEngine, isCounted: true });
  const timed = await startSite({ hasEngine, isCounted: false });
  const measured = new Map<Kind, MeasuredKind>();
  try {
    for (const kind of kinds) {
      const { counts, readingMs } = await countOne(counting, kind);
      measured.set(kind, { counts, readingMs, cpuMs: await timeMany(timed, kind, effort) });
    }
  } finally {
    for (const { server, stateFolder } of [counting, timed]) {
      await server.close();
      rmSync(stateFolder, { recursive: true });
    }
  }
  return measured;
}

/** Of one request by itself, when others of its kind have been. */
async function countOne({ site, databaseFile }: StartedSite, kind: Kind) {
  for (let turn = 0; turn < MEMBERS; turn += 1) await ASK[kind](site, turn, false);
  await sleep(SETTLE_MS);
  if (kind === "one of these, kept") await ASK[kind](site, 0, false);
  await takeCounts(site);
  await ASK[kind](site, 0, true);
  await sleep(SETTLE_MS);
  const { counts, readings } = await takeCounts(site);
  return { counts, readingMs: readings.length === 0 ? 0 : sqliteMs(databaseFile, readings) };
}

/** What SQLite itself takes for them, prepared anew each time: what is in the pages' memory, as in a database that is asked all the time. */
function sqliteMs(file: string, readings: readonly Reading[]): number {
  const db = new DatabaseSync(file, { readOnly: true });
  const times = Array.from({ length: SQLITE_TURNS }, () => {
    const startedMs = performance.now();
    for (const { sql, values } of readings) db.prepare(sql).all(...values);
    return performance.now() - startedMs;
  });
  db.close();
  return median(times);
}

async function takeCounts({ url }: MeasuredSite) {
  return v.parse(Counted, await (await fetch(`${url}/__counts`)).json());
}

async function timeMany({ server, site }: StartedSite, kind: Kind, { warmUp, turns }: Effort) {
  const most = kind.startsWith("measurement") ? MAX_REPORTS : Infinity;
  await askMany(site, kind, Math.min(warmUp, most));
  const count = Math.min(turns, most);
  const before = fineCpuTimeMs(server.pid);
  await askMany(site, kind, count);
  return (fineCpuTimeMs(server.pid) - before) / count;
}

/** One of each member at a time. */
async function askMany(site: MeasuredSite, kind: Kind, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += MEMBERS) {
    const turns = Array.from({ length: Math.min(MEMBERS, count - turn) }, (_, index) => turn + index);
    await Promise.all(turns.map((each) => ASK[kind](site, each, false)));
  }
}

interface StartedSite {
  readonly server: Server;
  readonly stateFolder: string;
  /** SQLite's, of `DB`. */
  readonly databaseFile: string;
  readonly site: MeasuredSite;
}

async function startSite({
  hasEngine,
  isCounted,
}: {
  hasEngine: boolean;
  isCounted: boolean;
}): Promise<StartedSite> {
  const worker = productWorker(
    { ...SECRETS, LOCAL: "1", REQUEST_LOG: "off", SESSIONS_DB_COUNT: "2", VITALS_SAMPLE: "1" },
    isCounted ? countedEntry() : undefined,
  );
  let db: Database | undefined;
  const stateFolder = mkdtempSync(join(tmpdir(), "scale-"));
  const server = await startServer({
    worker: {
      ...worker,
      d1Databases: { DB: "scale", SESSIONS_DB_1: "scale-tokens" },
      ...(hasEngine ? { analyticsEngineDatasets: { VITALS_ENGINE: { dataset: "vitals" } } } : {}),
      handleStructuredLogs: () => {},
    },
    stateFolder,
    async prepare(database, databaseOf) {
      db = database;
      await migrate(db);
      await seedRecord(db, { signals: SIGNALS, endMs: Date.now() - 3_600_000 });
      await addDemoAccounts(db, SECRETS, Date.now());
      const tokens = await databaseOf("SESSIONS_DB_1");
      for (const sql of splitSql(readFileSync(TOKENS_SCHEMA, "utf8"))) await tokens.prepare(sql).run();
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  if (!db) throw new Error("there is no database");
  const list = v.parse(SignalPage, await (await fetch(`${url}/api/signals/?limit=1`)).json());
  const [signal] = list.results;
  if (!signal) throw new Error("the record is empty");
  return {
    server,
    stateFolder,
    databaseFile: largestFile(`${stateFolder}/d1/**/*.sqlite`),
    site: {
      url,
      db,
      signalPath: `/en/signal/${signal.id}`,
      staff: await openStaff(url, STAFF_ID, STAFF_PASSCODE),
      members: await addMembers(db),
      tokens: new Map(),
    },
  };
}

function largestFile(pattern: string): string {
  const [file] = globSync(pattern).toSorted((a, b) => statSync(b).size - statSync(a).size);
  if (file === undefined) throw new Error("the databases have no files");
  return file;
}

/** Their ids begin so that the second database keeps their tokens (worker/api/session/token-databases.ts). */
async function addMembers(db: Database): Promise<string[]> {
  const insert = db.prepare(
    "INSERT INTO accounts (id, pocketoption_id, id_alone, created_at) VALUES (?, ?, 1, 0)",
  );
  const members = Array.from({ length: MEMBERS }, (_, index) => `SCALE-${index}`);
  await db.batch(
    members.map((member, index) =>
      insert.bind(`0000000${2 * index + 1}`.slice(-8) + crypto.randomUUID().slice(8), member),
    ),
  );
  return members;
}
