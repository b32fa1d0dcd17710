/**
 * `npm run bench -- soak`: whether the built worker holds the load that this machine can take, for ten minutes (`--minutes N`).
 *
 * Staff publish and settle, and live readers and a webhook hear of it. A ramp finds the rate of pages and calls at which answers still
 * are quick; the run then goes on at 70 % of it. Writes `.cache/bench/soak.md`, prints it, and exits with 1 where an answer failed, a
 * live reader or a webhook missed an event or got it twice, memory grew, or latency at the end was not what it was at the start. The
 * load comes from the same machine, so figures say what holds, not what is possible.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { SECRETS, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { addDemoAccounts } from "#worker/local/demo-data/demo-accounts.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { readArguments, refuseArguments } from "#worker/commands/read-arguments.ts";
import { cpuTimeMs, residentMiB } from "./process-cpu.ts";
import { migrate, productWorker, startServer, type Server } from "./workerd.ts";
import { soakRequest } from "./soak/mix.ts";
import { sendAtRate } from "./soak/open-loop.ts";
import { openReaders } from "./soak/readers.ts";
import { openStaff, SIGNAL_LIFE_MS } from "./soak/staff.ts";
import { judge, quantile, type MemorySample } from "./soak/verdict.ts";

const SIGNALS = 2_000;
const READERS = 200;
const PUBLISH_INTERVAL_MS = 2_000;
/** Until the last delivery has arrived. */
const DELIVERY_MS = 10_000;
const SAMPLE_INTERVAL_MS = 1_000;
/** Of the highest rate that the ramp held. */
const LOAD_SHARE = 0.7;
const RAMP = { firstRate: 50, factor: 1.5, stepMs: 2_000, maxRate: 5_000, maxP95Ms: 100 };
/** Something else on the machine may spoil a step once. */
const TRIES = 2;
const WARM_UP = { ratePerSecond: 100, durationMs: 6_000 };

const HELP = `npm run bench -- soak [--minutes N]
Whether the built worker holds 70 % of the load that this machine can take, without errors, growing memory or rising latency.
  --minutes   10
Example: npm run bench -- soak --minutes 1`;

const { values } = readArguments(HELP, { options: { minutes: { type: "string", default: "10" } } });
const durationMs = Number(values.minutes) * 60_000;
if (!(durationMs > 0)) refuseArguments(HELP, `--minutes takes a number above 0, not "${values.minutes}".`);

const errors: string[] = [];
const onError = (what: string) => void errors.push(what);
const server = await startServer({
  worker: {
    ...productWorker({ ...SECRETS, LOCAL: "1" }),
    handleStructuredLogs: ({ message }) => {
      if (message.includes('"level":"error"')) onError(`log: ${message}`);
    },
  },
  prepare: async (db) => {
    await migrate(db);
    await seedRecord(db, { signals: SIGNALS, endMs: Date.now() });
    await addDemoAccounts(db, SECRETS, Date.now());
  },
});
try {
  const news = await startNews(server);
  const heldRate = await findRate(server);
  const { markdown, misses } = judge(await soak(server, news, heldRate * LOAD_SHARE));
  const about = `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores; the ramp held ${heldRate.toFixed(0)} requests/s.`;
  mkdirSync(".cache/bench", { recursive: true });
  writeFileSync(".cache/bench/soak.md", `${markdown}\n${about}\n`);
  console.log(`${markdown}\n${about}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
} finally {
  await server.close();
}

/** The highest rate of the ramp at which 95 of 100 answers were quick and none failed. */
async function findRate({ port }: Server): Promise<number> {
  await sendAtRate({ port, ...WARM_UP, requestAt: soakRequest, onError });
  errors.length = 0;
  const holds = async (ratePerSecond: number) => {
    const answered = await sendAtRate({
      port,
      ratePerSecond,
      durationMs: RAMP.stepMs,
      requestAt: soakRequest,
      onError,
    });
    const latencies = answered.map(({ latencyMs }) => latencyMs);
    return errors.length === 0 && quantile(latencies, 0.95) <= RAMP.maxP95Ms;
  };
  let held = 0;
  for (let rate = RAMP.firstRate; rate < RAMP.maxRate; rate *= RAMP.factor) {
    let isHeld = false;
    for (let tried = 0; tried < TRIES && !isHeld && errors.length === 0; tried += 1)
      isHeld = await holds(rate);
    if (!isHeld) break;
    held = rate;
  }
  // A rate beyond what the machine takes may end in time-outs; they are the ramp's, not the run's.
  errors.length = 0;
  if (held === 0) throw new Error(`${RAMP.firstRate} requests/s were too many already`);
  return held;
}

/** Staff who publish and settle, live readers who hear of it, and a webhook: from before the ramp, so that it finds what is left. */
async function startNews({ port }: Server) {
  const readers = await openReaders({ port, count: READERS, onError });
  const staff = await openStaff(`http://127.0.0.1:${port}`, STAFF_ID, STAFF_PASSCODE);
  const webhook = await startWebhookReceiver();
  webhook.secrets = [await staff.addWebhook(webhook.url)];
  const written: number[] = [];
  const heardMs: number[] = [];
  const untilHeard = async (seq: number, fromMs: number) => {
    written.push(seq);
    await readers.untilHeard(seq);
    heardMs.push(performance.now() - fromMs);
  };
  const publishAndSettle = async () => {
    const publishedMs = performance.now();
    const signal = await staff.publish();
    await untilHeard(signal.published_seq, publishedMs);
    await sleep(SIGNAL_LIFE_MS);
    const settledMs = performance.now();
    await untilHeard(await staff.settle(signal), settledMs);
  };
  const acts: Promise<void>[] = [];
  const publishing = setInterval(() => {
    acts.push(publishAndSettle().catch((error: unknown) => onError(`staff: ${String(error)}`)));
  }, PUBLISH_INTERVAL_MS);
  return {
    heardMs,
    /** Resolves once all is heard and delivered. */
    async end() {
      clearInterval(publishing);
      await Promise.all(acts);
      await sleep(DELIVERY_MS);
      await readers.close();
      await webhook.close();
      const delivered = webhook.received.map(({ message }) => message.seq);
      const missing = written.filter((seq) => !delivered.includes(seq)).length;
      const doubled = delivered.length - new Set(delivered).size;
      console.log(`${written.length} events, ${delivered.length} deliveries.`);
      if (missing + doubled + webhook.refused.length > 0)
        onError(`webhook: ${missing} missing, ${doubled} twice, ${webhook.refused.length} unsigned`);
    },
  };
}

async function soak(
  { port, pid }: Server,
  news: Awaited<ReturnType<typeof startNews>>,
  ratePerSecond: number,
) {
  const { heardMs } = news;
  heardMs.length = 0;
  const memory: MemorySample[] = [];
  const startedMs = performance.now();
  const cpuBeforeMs = cpuTimeMs(pid);
  const sampling = setInterval(
    () => memory.push({ atMs: performance.now() - startedMs, mib: residentMiB(pid) }),
    SAMPLE_INTERVAL_MS,
  );
  const answered = await sendAtRate({ port, ratePerSecond, durationMs, requestAt: soakRequest, onError });
  clearInterval(sampling);
  const cpuShare = (cpuTimeMs(pid) - cpuBeforeMs) / durationMs;
  console.log(`workerd used ${(cpuShare * 100).toFixed(0)} % of a core.`);
  await news.end();
  return { ratePerSecond, durationMs, answered, memory, heardMs, readers: READERS, errors };
}
