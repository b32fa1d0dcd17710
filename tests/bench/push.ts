/**
 * `npm run bench -- push`: what it takes to tell the followers of one trader of a signal: 20,000 browsers (`--followers N`) at a push service on
 * this machine, which answers after 0.1 s; and what follows for 1,000,000. Says how many messages of the queue, requests and rows it took, how long,
 * and what Cloudflare would ask for it. Writes `.cache/bench/push.md` and `push.json`; exits with 1 where a browser heard nothing, or twice.
 *
 * Messages, requests and rows are those of any machine, and grow with the followers. Seconds are not: here one consumer at a time takes from the
 * queue, so that it is given a hundred pages together, and one thread encrypts for all. Deployed, up to 250 consumers have a page each, and the answers
 * of the push service are what takes time, which is reckoned.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { createKeys } from "#tests/support/push-browser.ts";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { addDemoAccounts } from "#worker/local/demo-data/demo-accounts.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { publish } from "./figures.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { countRows } from "./push/count-rows.ts";
import { costInDollars, type Usage } from "./push/price-list.ts";
import { type Database, migrate, productWorker, startServer } from "./workerd.ts";
import { PUSHES_AT_ONCE, PUSH_PAGE } from "#shared/limits/push.ts";

const ANSWER_MS = 100;
const LARGE = 1_000_000;
/** Of one queue, at most. */
const CONSUMERS = 250;
const TRADER = "north-light";
const [SERVER_KEY = ""] = SECRETS.VAPID_KEYS.split(":");
const ENTRY_MS = 30 * 60_000;
const GIVE_UP_MS = 15 * 60_000;

const HELP = `npm run bench -- push [--followers N] [--quick]
What it takes to tell each follower of a trader once.
  --followers   browsers, 20000
  --quick       5,000 browsers
Example: npm run bench -- push --followers 1000`;

const { values } = readArguments(HELP, {
  options: { followers: { type: "string", default: "20000" }, quick: { type: "boolean", default: false } },
});
const followers = values.quick ? 5_000 : Number(values.followers);

/** By path, when its messages came. */
const arrivals = new Map<string, number[]>();
const service = createServer((request, response) => {
  request.resume().on("end", () => {
    const path = request.url ?? "";
    arrivals.set(path, [...(arrivals.get(path) ?? []), performance.now()]);
    setTimeout(() => response.writeHead(201).end(), ANSWER_MS);
  });
});
await once(service.listen(0, "127.0.0.1"), "listening");
const bound = service.address();
const origin = `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;

/** What a run has logged. */
const RunLine = v.object({ waits: v.optional(v.number()), refused: v.optional(v.number()) });
const runs: string[] = [];
let database: Database | undefined;
const product = productWorker({ ...SECRETS, LOCAL: "1" });
const server = await startServer({
  worker: {
    ...product,
    queueConsumers: Object.fromEntries(
      Object.entries(product.queueConsumers ?? {}).map(([queue, consumer]) => [
        queue,
        { ...consumer, maxBatchSize: 100 },
      ]),
    ),
    handleStructuredLogs: ({ message }) => {
      if (message.includes('"event":"push_')) runs.push(message);
    },
  },
  async prepare(db) {
    database = db;
    await migrate(db);
    await addDemoAccounts(db, SECRETS, Date.now());
  },
});

try {
  const call = await signInAsStaff();
  await call("/api/admin/traders/", { handle: TRADER, name: "North Light" });
  if (!database) throw new Error("there is no database");
  await addFollowers(database);
  const nowMs = Date.now();
  const cpuBeforeMs = fineCpuTimeMs(server.pid);
  const startedMs = performance.now();
  await call("/api/admin/signals/", {
    trader: TRADER,
    asset: "EUR/USD",
    direction: "up",
    entry_at: new Date(nowMs + ENTRY_MS).toISOString(),
    expires_at: new Date(nowMs + 2 * ENTRY_MS).toISOString(),
    payout: 0.85,
  });
  const publishedMs = performance.now() - startedMs;
  while (arrivals.size < followers && performance.now() - startedMs < GIVE_UP_MS)
    await new Promise((resolve) => setTimeout(resolve, 200));
  // Whoever would be told twice.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const cpuMs = fineCpuTimeMs(server.pid) - cpuBeforeMs;
  const messages = [...arrivals.values()].reduce((sum, times) => sum + times.length, 0);
  const all = [...arrivals.values()].flat().map((atMs) => atMs - startedMs);
  const failed = runs.reduce((sum, line) => {
    const { waits = 0, refused = 0 } = v.parse(RunLine, JSON.parse(line));
    return sum + waits + refused;
  }, 0);

  const rows = await countRows(database, SERVER_KEY);
  /** For so many followers, by what these took. */
  const reckon = (count: number) => {
    const share = count / followers;
    const pages = Math.round(rows.pages * share);
    const usage: Usage = {
      queueOperations: 3 * pages,
      requests: pages,
      cpuMs: (count * cpuMs) / messages,
      databaseRowsRead: Math.round(rows.read * share),
      databaseRowsWritten: Math.round(rows.written * share),
      logLines: pages,
    };
    const ofPageMs = Math.ceil(PUSH_PAGE / PUSHES_AT_ONCE) * ANSWER_MS;
    const seconds = (Math.ceil(pages / CONSUMERS) * ofPageMs) / 1000;
    return { ...usage, outside: count + 2 * pages, seconds, dollars: costInDollars(usage) };
  };
  const [here, large] = [reckon(followers), reckon(LARGE)];
  const figures: [name: string, here: string, large: string][] = [
    ["pages: messages of the queue, and runs", String(here.requests), String(large.requests)],
    ["operations of the queue", String(here.queueOperations), String(large.queueOperations)],
    ["messages that came, to browsers", `${messages}, ${arrivals.size}`, ""],
    ["attempts without an answer, or refused", String(failed), ""],
    ["requests: messages and database calls", String(here.outside), String(large.outside)],
    ["rows read in D1", String(here.databaseRowsRead), String(large.databaseRowsRead)],
    ["rows written in D1", String(here.databaseRowsWritten), String(large.databaseRowsWritten)],
    ["the publishing call, ms", publishedMs.toFixed(0), ""],
    ["first message after, s", (Math.min(...all) / 1000).toFixed(1), ""],
    ["last message after, s", (Math.max(...all) / 1000).toFixed(1), ""],
    ["CPU of workerd for a message, ms", (cpuMs / messages).toFixed(2), ""],
    [
      "answers of the push service where it is deployed, reckoned, s",
      here.seconds.toFixed(1),
      large.seconds.toFixed(1),
    ],
    ["Cloudflare's price of one signal, reckoned, $", here.dollars.toFixed(4), large.dollars.toFixed(4)],
  ];
  publish({
    name: "push",
    head: ["figure", `${followers} followers, measured`, `${LARGE} followers, reckoned`],
    rows: figures,
    isQuick: values.quick,
    data: { followers, messages, runs, figures },
  });
  process.exitCode = arrivals.size === followers && messages === followers ? 0 : 1;
} finally {
  await server.close();
  service.closeAllConnections();
  service.close();
}

async function signInAsStaff() {
  const ask = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const answer = await ask("/api/auth/login/", { pocketoption_id: STAFF_ID, passcode: STAFF_PASSCODE });
  const { access } = v.parse(TokenPair, await answer.json());
  return async (path: string, body: object) => {
    const made = await ask(path, body, { Authorization: `Bearer ${access}` });
    if (made.status !== 201) throw new Error(`${path} answered ${made.status}: ${await made.text()}`);
  };
}

/** Accounts with random ids, each with one browser; its path begins with the id. */
async function addFollowers(db: Database): Promise<void> {
  const { p256dh, auth } = await createKeys();
  const chunk = 10_000;
  for (let from = 0; from < followers; from += chunk) {
    const count = Math.min(chunk, followers - from);
    await db.batch([
      db
        .prepare(
          `INSERT INTO accounts (id, pocketoption_id, created_at)
           WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
           SELECT lower(hex(randomblob(16))), 'bench-' || (?2 + i), 0 FROM n`,
        )
        .bind(count, from),
    ]);
  }
  await db
    .prepare(
      `INSERT INTO follows (account_id, trader_id, followed_at)
       SELECT accounts.id, traders.id, 0 FROM accounts, traders WHERE pocketoption_id LIKE 'bench-%' AND handle = ?`,
    )
    .bind(TRADER)
    .run();
  await db
    .prepare(
      `INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth, server_key, language, time_zone, device, created_at)
       SELECT id, id, id, ?1 || '/' || id, ?2, ?3, ?4, 'de', 'Europe/Berlin', '', 0 FROM accounts WHERE pocketoption_id LIKE 'bench-%'`,
    )
    .bind(origin, p256dh, auth, SERVER_KEY)
    .run();
}
