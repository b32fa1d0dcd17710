/**
 * `npm run bench:push`: what it takes to tell the followers of one trader of a signal: 100,000 browsers (`--followers N`) at a push service on
 * this machine, which answers after 0.1 s. Says how many runs of senders, requests and rows it took, how long, and what Cloudflare would ask
 * for it. Writes `.cache/bench/push.md` and `push.json`; exits with 1 where a browser heard nothing, or twice.
 *
 * Requests, runs and rows are those of any machine. Seconds are not: here two cores encrypt for all senders, each of which has a machine's
 * thread to itself where it is deployed; there the answers of the push service are what takes time, which is reckoned.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { PUSH_PAGE, PUSH_RUN, PUSHES_AT_ONCE } from "#shared/limits.ts";
import { createKeys } from "#tests/support/push-browser.ts";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { addDemoAccounts } from "#worker/local/demo-accounts.ts";
import { median, publish } from "./figures.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { costInDollars, type Usage } from "./push/price-list.ts";
import { rowsReadFor } from "./push/rows-read.ts";
import { type Database, migrate, productWorker, startServer } from "./workerd.ts";

const ANSWER_MS = 100;
const TRADER = "north-light";
const [SERVER_KEY = ""] = SECRETS.VAPID_KEYS.split(":");
const ENTRY_MS = 30 * 60_000;
const GIVE_UP_MS = 15 * 60_000;

const { values } = parseArgs({
  options: { followers: { type: "string", default: "100000" }, quick: { type: "boolean", default: false } },
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

const runs: string[] = [];
let database: Database | undefined;
const server = await startServer({
  worker: {
    ...productWorker({ ...SECRETS, LOCAL: "1" }),
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
  const bySender = spansBySender();

  const signal = await database
    .prepare("SELECT id, trader_id FROM signals ORDER BY published_seq DESC")
    .first<{ id: string; trader_id: number }>();
  if (!signal) throw new Error("no signal was published");
  const rowsRead = await rowsReadFor(database, signal, SERVER_KEY);
  const perSender = Math.ceil(followers / bySender.length);
  const pages = bySender.reduce((sum, { count }) => sum + Math.floor(count / PUSH_PAGE) + 1, 0);
  const reckonedSeconds = (Math.ceil(perSender / PUSHES_AT_ONCE) * ANSWER_MS) / 1000;
  const usage: Usage = {
    // One call that gives it the signal, and each run.
    objectRequests: bySender.length + runs.length,
    objectSeconds: bySender.length * reckonedSeconds,
    // The signal, then how far it has gone.
    objectRowsWritten: bySender.length + pages,
    databaseRowsRead: rowsRead,
    logLines: runs.length,
  };
  const figures: [name: string, value: string][] = [
    ["browsers told", String(arrivals.size)],
    ["messages", String(messages)],
    ["senders", String(bySender.length)],
    ["runs of senders (alarms)", String(runs.length)],
    [
      "most messages in one run",
      String(Math.min(PUSH_RUN.messages, Math.max(...bySender.map(({ count }) => count)))),
    ],
    ["requests of all senders: messages and database calls", String(messages + pages)],
    ["rows read in D1", String(rowsRead)],
    ["the publishing call, ms", publishedMs.toFixed(0)],
    ["first message after, s", (Math.min(...all) / 1000).toFixed(1)],
    ["last message after, s (this machine)", (Math.max(...all) / 1000).toFixed(1)],
    [
      "a sender at work, median, s (this machine)",
      (median(bySender.map(({ spanMs }) => spanMs)) / 1000).toFixed(1),
    ],
    ["CPU of workerd for a message, ms", (cpuMs / messages).toFixed(2)],
    ["a sender at work where it is deployed, reckoned, s", reckonedSeconds.toFixed(1)],
    ["Cloudflare's price of one signal, beyond what is included, $", costInDollars(usage).toFixed(4)],
  ];
  publish({
    name: "push",
    head: ["figure", "value"],
    rows: figures,
    isQuick: values.quick,
    data: { followers, messages, usage, figures },
  });
  process.exitCode = arrivals.size === followers && messages === followers ? 0 : 1;
} finally {
  await server.close();
  service.closeAllConnections();
  service.close();
}

function spansBySender(): { readonly count: number; readonly spanMs: number }[] {
  const times = Map.groupBy(
    [...arrivals].flatMap(([path, at]) => at.map((atMs) => ({ prefix: path.slice(1, 3), atMs }))),
    ({ prefix }) => prefix,
  );
  return [...times.values()].map((of) => {
    const at = of.map(({ atMs }) => atMs);
    return { count: of.length, spanMs: Math.max(...at) - Math.min(...at) };
  });
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
