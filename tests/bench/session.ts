/**
 * `npm run bench:session`: what the current user and a refresh cost the embedded API, next to bare Hono routes that do the same
 * crypto, with and without the same database statements; and what they cost with the gateway before it. Each has a process and a
 * database of its own, in which Miniflare's D1 runs too: what the API costs without it is told from the three.
 *
 * Of a refresh that was made, each repetition within the grace window is answered alike, so one token serves a round. Writes
 * `.cache/bench/session.md` and `session.json`; exits with 1 above a limit.
 */
import { parseArgs } from "node:util";
import { base64url } from "jose";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { median, medianOfTurns, publish } from "./figures.ts";
import { MAX_OVERHEAD_MS } from "./gateway/limits.ts";
import { sendLoad, type Target } from "./load.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { migrate, plainWorker, productWorker, startServer, type Database, type Server } from "./workerd.ts";
import { buildModules } from "./worker-modules.ts";

/** The API's, of the bare route with the same crypto and the same statements. */
const MAX_RATIO = 1.5;
const CONNECTIONS = 8;
const KEY_ID = "bench-1";
const KEY = base64url.encode("a signing key for benchmarks, forty-eight bytes or so");
const PEPPER = base64url.encode("a pepper for benchmarks, forty-eight bytes or so");
const ACCOUNT = "BENCH-1";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const effort = values.quick
  ? { rounds: 5, warmUp: 200, requests: 200 }
  : { rounds: 31, warmUp: 1_500, requests: 1_000 };

const product = await startServer({
  worker: {
    ...productWorker({ JWT_SIGNING_KEYS: `${KEY_ID}:${KEY}`, PASSCODE_PEPPER: PEPPER }),
    // Logs as it would be deployed; nobody reads them here.
    handleStructuredLogs: () => {},
  },
  prepare: addAccount,
});
const modules = await buildModules("session", "tests/bench/session/session-worker.ts");
const sessionWorker = {
  ...plainWorker("session", modules, { KEY_ID, KEY, PEPPER }),
  d1Databases: { DB: "bench" },
  durableObjects: { SIGN_IN_LIMITER: { className: "SignInLimiter", useSQLite: true } },
};
const start = () => startServer({ worker: sessionWorker, prepare: addAccount });

interface Subject {
  readonly name: "crypto" | "stored" | "api" | "product";
  readonly server: Server;
  /** Where its two calls are. */
  readonly base: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: "crypto", server: await start(), base: "/crypto" },
  { name: "stored", server: await start(), base: "/stored" },
  { name: "api", server: await start(), base: "/api/auth" },
  { name: "product", server: product, base: "/api/auth" },
];

/** Who is signed in at each server. */
const sessions = new Map<Server, v.InferOutput<typeof TokenPair>>();

try {
  await openSessions("login", () => ({ pocketoption_id: ACCOUNT }));
  const results = [
    await compare("current user", ({ server, base }) => ({
      port: server.port,
      path: `${base}/me/`,
      status: 200,
      headers: { Authorization: `Bearer ${tokensOf(server).access}` },
    })),
    await compare("refresh", ({ server, base }) => ({
      port: server.port,
      path: `${base}/refresh/`,
      status: 200,
      body: { refresh: tokensOf(server).refresh },
    })),
  ];
  publish({
    name: "session",
    head: [
      "call",
      "same crypto, CPU ms",
      "same crypto and statements, CPU ms",
      "API, CPU ms",
      "of same crypto and statements",
      "without the database, of same crypto",
      "with the gateway, CPU ms",
      "of same crypto and statements",
      "the gateway's share, CPU ms",
    ],
    rows: results.map(({ name, cpuMs, api, product, withoutDatabase, gatewayMs }) => [
      name,
      cpuMs.crypto.toFixed(3),
      cpuMs.stored.toFixed(3),
      cpuMs.api.toFixed(3),
      api.toFixed(2),
      withoutDatabase.toFixed(2),
      cpuMs.product.toFixed(3),
      product.toFixed(2),
      gatewayMs.toFixed(3),
    ]),
    isQuick: values.quick,
    data: results,
  });
  const isWithin = results.every(({ api, gatewayMs }) => api <= MAX_RATIO && gatewayMs <= MAX_OVERHEAD_MS);
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await Promise.all(SUBJECTS.map(({ server }) => server.close()));
}

/** All in turns, each figure from what was measured in the same turn. */
async function compare(name: string, targetOf: (subject: Subject) => Target) {
  const rounds: Record<Subject["name"], number[]> = { crypto: [], stored: [], api: [], product: [] };
  for (const subject of SUBJECTS) await sendLoad(targetOf(subject), effort.warmUp, CONNECTIONS);
  for (let round = 0; round < effort.rounds; round += 1) {
    await openSessions("refresh", (server) => ({ refresh: tokensOf(server).refresh }));
    for (const subject of SUBJECTS) {
      const { pid } = subject.server;
      const before = fineCpuTimeMs(pid);
      await sendLoad(targetOf(subject), effort.requests, CONNECTIONS);
      rounds[subject.name].push((fineCpuTimeMs(pid) - before) / effort.requests);
    }
  }
  const { crypto, stored, api, product } = rounds;
  const ownMs = api.map((ms, round) => ms - (stored[round] ?? Number.NaN));
  return {
    name,
    cpuMs: { crypto: median(crypto), stored: median(stored), api: median(api), product: median(product) },
    api: medianOfTurns(api, stored, ratio),
    product: medianOfTurns(product, stored, ratio),
    withoutDatabase: 1 + medianOfTurns(ownMs, crypto, ratio),
    gatewayMs: medianOfTurns(product, api, difference),
    rounds,
  };
}

function ratio(subject: number, baseline: number): number {
  return subject / baseline;
}

function difference(subject: number, baseline: number): number {
  return subject - baseline;
}

/** Signs in at every server, or refreshes what was opened before. */
async function openSessions(call: "login" | "refresh", bodyFor: (server: Server) => object): Promise<void> {
  for (const { server } of SUBJECTS) {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/auth/${call}/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(bodyFor(server)),
    });
    if (!response.ok) throw new Error(`${call} answered ${response.status}`);
    sessions.set(server, v.parse(TokenPair, await response.json()));
  }
}

function tokensOf(server: Server): v.InferOutput<typeof TokenPair> {
  const tokens = sessions.get(server);
  if (!tokens) throw new Error("nobody has signed in here");
  return tokens;
}

async function addAccount(db: Database): Promise<void> {
  await migrate(db);
  await db
    .prepare("INSERT INTO accounts (id, pocketoption_id, id_alone, created_at) VALUES (?, ?, 1, ?)")
    .bind("6f1b3f0e-0000-4000-8000-000000000001", ACCOUNT, Date.now())
    .run();
}
