/**
 * `npm run bench -- push`: what it takes to tell the followers of one trader of a signal: 20,000 browsers (`--followers N`) at a push service on
 * this machine, which answers after 0.1 s; and what follows for 100,000. Says how many runs of senders, requests and rows it took, how long, and
 * what Cloudflare would ask for it. Writes `.cache/bench/push.md` and `push.json`; exits with 1 where a browser heard nothing, or twice.
 *
 * Requests, runs and rows are those of any machine, and grow with the followers. Seconds are not: here one thread encrypts for all senders, each
 * of which has one to itself where it is deployed. On two busy cores 50,000 followers take a minute; with 100,000 at once the thread keeps answers
 * waiting for longer than senders wait for them, and the run ends in repetitions. Deployed, the answers of the push service are what takes time, which is
 * reckoned.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import * as v from "valibot";
import { TokenPair } from "#shared/contracts/session.ts";
import { createKeys } from "#tests/support/push-browser.ts";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { addDemoAccounts } from "#worker/local/demo-data/demo-accounts.ts";
import { readArguments } from "#worker/local/read-arguments.ts";
import { median, publish } from "./figures.ts";
import { fineCpuTimeMs } from "./process-cpu.ts";
import { costInDollars, type Usage } from "./push/price-list.ts";
import { rowsReadFor } from "./push/rows-read.ts";
import { type Database, migrate, productWorker, startServer } from "./workerd.ts";
import { PUSHES_AT_ONCE, PUSH_PAGE, PUSH_RUN } from "#shared/limits/push.ts";

const ANSWER_MS = 100;
const LARGE = 100_000;
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
  const failed = runs.reduce((sum, line) => {
    const { waits = 0, refused = 0 } = v.parse(RunLine, JSON.parse(line));
    return sum + waits + refused;
  }, 0);

  const signal = await database
    .prepare("SELECT id, trader_id FROM signals ORDER BY published_seq DESC")
    .first<{ id: string; trader_id: number }>();
  if (!signal) throw new Error("no signal was published");
  const rowsRead = await rowsReadFor(database, signal, SERVER_KEY);
  const pages = bySender.reduce((sum, { count }) => sum + Math.floor(count / PUSH_PAGE) + 1, 0);
  /** Of so many followers, by what these took. */
  const reckon = (count: number) => {
    const share = count / followers;
    const perSender = Math.ceil(count / bySender.length);
    const ofPages = Math.round(Math.max(pages * share, bySender.length));
    const ofRuns = bySender.length * Math.ceil(perSender / PUSH_RUN.messages);
    const seconds = (Math.ceil(perSender / PUSHES_AT_ONCE) * ANSWER_MS) / 1000;
    const rows = Math.round(rowsRead * share);
    const usage: Usage = {
      // One call that gives it the signal, and each run.
      objectRequests: bySender.length + ofRuns,
      objectSeconds: bySender.length * seconds,
      // The signal, then how far it has gone.
      objectRowsWritten: bySender.length + ofPages,
      databaseRowsRead: rows,
      logLines: ofRuns,
    };
    return { perSender, ofRuns, requests: count + ofPages, rows, seconds, dollars: costInDollars(usage) };
  };
  const [here, large] = [reckon(followers), reckon(LARGE)];
  const figures: [name: string, here: string, large: string][] = [
    ["senders", String(bySender.length), String(bySender.length)],
    ["messages of a sender", String(here.perSender), String(large.perSender)],
    ["runs of senders (alarms)", String(runs.length), String(large.ofRuns)],
    ["messages that came, to browsers", `${messages}, ${arrivals.size}`, ""],
    ["attempts without an answer, or refused", String(failed), ""],
    ["requests: messages and database calls", String(here.requests), String(large.requests)],
    ["rows read in D1", String(here.rows), String(large.rows)],
    ["the publishing call, ms", publishedMs.toFixed(0), ""],
    ["first message after, s", (Math.min(...all) / 1000).toFixed(1), ""],
    ["last message after, s", (Math.max(...all) / 1000).toFixed(1), ""],
    ["a sender at work, median, s", (median(bySender.map(({ spanMs }) => spanMs)) / 1000).toFixed(1), ""],
    ["CPU of workerd for a message, ms", (cpuMs / messages).toFixed(2), ""],
    ["a sender at work where it is deployed, reckoned, s", here.seconds.toFixed(1), large.seconds.toFixed(1)],
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
