/**
 * `npm run bench:session`: what the current user and a refresh cost through gateway and API, next to bare Hono routes that
 * do the same crypto, with and without the same database statements. Of a refresh that was made, each repetition within the
 * grace window is answered alike, so one token serves a round. Writes `.cache/bench/session.md` and `session.json`; exits
 * with 1 above the limit.
 */
import { parseArgs } from "node:util";
import { base64url } from "jose";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { median, medianOfTurns, publish } from "./figures.ts";
import { sendLoad, type Target } from "./load.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { migrate, plainWorker, productWorker, startServer, type Database, type Server } from "./workerd.ts";
import { buildModules } from "./worker-modules.ts";

/** Of the bare route with the same crypto and the same statements. */
const MAX_RATIO = 1.3;
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
const modules = await buildModules("bare-session", "tests/bench/session/bare-session-worker.ts");
const bare = await startServer({
  worker: { ...plainWorker("bare-session", modules, { KEY_ID, KEY }), d1Databases: { DB: "bench" } },
  prepare: addAccount,
});

interface Subject {
  readonly name: "product" | "stored" | "crypto";
  readonly server: Server;
  /** Where its two calls are. */
  readonly base: string;
}

const SUBJECTS: readonly Subject[] = [
  { name: "crypto", server: bare, base: "/crypto" },
  { name: "stored", server: bare, base: "/stored" },
  { name: "product", server: product, base: "/api/auth" },
];

try {
  let tokens = v.parse(TokenPair, await call(product, "/api/auth/login/", { pocketoption_id: ACCOUNT }));
  // The same key makes the product's tokens good for the bare routes.
  await call(bare, "/stored/login/", { refresh: tokens.refresh });
  const results = [];
  results.push(
    await compare("current user", ({ server, base }) => ({
      port: server.port,
      path: `${base}/me/`,
      status: 200,
      headers: { Authorization: `Bearer ${tokens.access}` },
    })),
    await compare(
      "refresh",
      ({ server, base }) => ({
        port: server.port,
        path: `${base}/refresh/`,
        status: 200,
        body: { refresh: tokens.refresh },
      }),
      async () => {
        const { refresh } = tokens;
        tokens = v.parse(TokenPair, await call(product, "/api/auth/refresh/", { refresh }));
        await call(bare, "/stored/refresh/", { refresh });
      },
    ),
  );
  publish({
    name: "session",
    head: [
      "call",
      "same crypto, CPU ms",
      "same crypto and statements, CPU ms",
      "through gateway and API, CPU ms",
      "of crypto alone",
      "of crypto and statements",
    ],
    rows: results.map(({ name, cpuMs: { crypto, stored, product }, ofCrypto, ofStored }) => [
      name,
      crypto.toFixed(3),
      stored.toFixed(3),
      product.toFixed(3),
      ofCrypto.toFixed(2),
      ofStored.toFixed(2),
    ]),
    isQuick: values.quick,
    data: results,
  });
  process.exitCode = results.some(({ ofStored }) => ofStored > MAX_RATIO) ? 1 : 0;
} finally {
  await Promise.all([product.close(), bare.close()]);
}

/** All three in turns, the factors from what was measured in the same turn; `beforeRound` may change what `targetOf` makes. */
async function compare(name: string, targetOf: (subject: Subject) => Target, beforeRound = async () => {}) {
  const rounds: Record<Subject["name"], number[]> = { product: [], stored: [], crypto: [] };
  for (const subject of SUBJECTS) await sendLoad(targetOf(subject), effort.warmUp, CONNECTIONS);
  for (let round = 0; round < effort.rounds; round += 1) {
    await beforeRound();
    for (const subject of SUBJECTS) {
      const { pid } = subject.server;
      const before = fineCpuTimeMs(pid);
      await sendLoad(targetOf(subject), effort.requests, CONNECTIONS);
      rounds[subject.name].push((fineCpuTimeMs(pid) - before) / effort.requests);
    }
  }
  const { product, stored, crypto } = rounds;
  return {
    name,
    cpuMs: { product: median(product), stored: median(stored), crypto: median(crypto) },
    ofCrypto: medianOfTurns(product, crypto, ratio),
    ofStored: medianOfTurns(product, stored, ratio),
    rounds,
  };
}

function ratio(subject: number, baseline: number): number {
  return subject / baseline;
}

async function call({ port }: Server, path: string, body: object): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

async function addAccount(db: Database): Promise<void> {
  await migrate(db);
  await db
    .prepare("INSERT INTO accounts (id, pocketoption_id, created_at) VALUES (?, ?, ?)")
    .bind("6f1b3f0e-0000-4000-8000-000000000001", ACCOUNT, Date.now())
    .run();
}
