/**
 * `npm run bench:region`: time to the first byte of public pages where the database is a region away: each of its round trips takes
 * `TRIP_MS` longer. Kept pages ask no database; the others wait for one trip, since what they ask goes out at once or in one batch.
 * Writes `.cache/bench/region.md` and `region.json`; exits with 1 above a limit.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { SignalPage } from "#shared/contracts/signals.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";
import { median, publish } from "./figures.ts";
import { migrate, productWorker, startServer } from "./workerd.ts";
import { moduleOf } from "./worker-modules.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

const TRIP_MS = 150;
const MAX_KEPT_MS = 50;
const MAX_RENDERED_MS = 250;

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const rounds = values.quick ? 5 : 21;

/** Hands the worker a database behind whose every answer lies the way to another region; statements of a batch go it together. */
const DISTANT = `
import worker from "./uncounted.mjs";
export * from "./uncounted.mjs";
const TRIPS = new Set(["all", "batch", "exec", "first", "raw", "run"]);
function distant(target, tripMs) {
  return new Proxy(target, {
    get(_target, name) {
      const value = target[name];
      if (typeof value !== "function") return value;
      return (...args) => {
        if (TRIPS.has(name)) return scheduler.wait(tripMs).then(() => value.apply(target, args));
        const made = value.apply(target, args);
        return typeof made === "object" && made !== null ? distant(made, tripMs) : made;
      };
    },
  });
}
let far;
export default {
  ...worker,
  fetch(request, env, context) {
    far ??= { ...env, DB: distant(env.DB, Number(env.TRIP_MS)) };
    return worker.fetch(request, far, context);
  },
};`;

const server = await startServer({
  worker: productWorker({ REQUEST_LOG: "off", TRIP_MS: String(TRIP_MS) }, moduleOf(DISTANT, "distant.mjs")),
  prepare: async (db) => {
    await migrate(db);
    await seedRecord(db, { signals: 2_000, endMs: Date.UTC(2026, 10, 1) });
  },
});
try {
  const list = await fetch(`http://127.0.0.1:${server.port}/api/signals/?limit=1`);
  const [signal] = v.parse(SignalPage, await list.json()).results;
  if (!signal) throw new Error("the record is empty");
  const pages = {
    home: "/en",
    signals: "/en/signal",
    "one signal": `/en/signal/${signal.id}`,
    traders: "/en/traders",
    "one trader": `/en/traders/${signal.trader.handle}`,
  };
  const results = Object.entries(pages).map(([name, path]) => ({
    name,
    path,
    renderedMs: [] as number[],
    keptMs: [] as number[],
  }));
  // Its modules are loaded with the first page.
  for (const { path } of results) await firstByteMs(path, false);
  for (let round = 0; round < rounds; round += 1) {
    await sleep(MAX_STALE_MS + 200);
    for (const { path, renderedMs, keptMs } of results) {
      renderedMs.push(await firstByteMs(path, false));
      // Time for one that was sent before its data to be kept.
      await sleep(100);
      keptMs.push(await firstByteMs(path, true));
    }
  }
  publish({
    name: "region",
    head: ["page", "kept, ms", "slowest", "not kept, ms", "slowest"],
    rows: results.map(({ name, keptMs, renderedMs }) => [
      name,
      ...[keptMs, renderedMs].flatMap((times) => [median(times).toFixed(0), Math.max(...times).toFixed(0)]),
    ]),
    notes: [
      `Time to the first byte, medians of ${rounds}; each round trip to the database takes ${TRIP_MS} ms longer.`,
      "",
    ],
    isQuick: values.quick,
    data: results,
  });
  const isWithin = results.every(
    ({ keptMs, renderedMs }) => median(keptMs) < MAX_KEPT_MS && median(renderedMs) < MAX_RENDERED_MS,
  );
  process.exitCode = isWithin ? 0 : 1;
} finally {
  await server.close();
}

/** Of the body: headers alone show nobody anything. */
async function firstByteMs(path: string, isKept: boolean): Promise<number> {
  const startedMs = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  const reader = response.body?.getReader();
  await reader?.read();
  const ms = performance.now() - startedMs;
  while (!(await reader?.read())?.done);
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  const timing = response.headers.get("Server-Timing") ?? "";
  if (timing.includes('cache;desc="hit"') !== isKept) throw new Error(`${path} came otherwise: ${timing}`);
  return ms;
}
