/**
 * Starts the workers that benchmarks compare, each in a workerd of its own, on a socket that leads straight to it: without
 * Miniflare's entry worker and its simulation of the asset router, which cost more than a page.
 */
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as v from "valibot";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import {
  unstable_getMiniflareWorkerOptions,
  unstable_readConfig as readWranglerConfig,
  unstable_splitSqlQuery,
} from "wrangler";
import { workerdChildren } from "./process-cpu.ts";
import { moduleOf, productModules, type WorkerModule } from "./worker-modules.ts";

/** The binary itself; what stands in `.bin` may be a script that starts it and keeps its pipes to itself. */
export const WORKERD = v.parse(
  v.string(),
  createRequire(import.meta.resolve("miniflare"))("workerd").default,
);

export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly close: () => Promise<void>;
}

export type WorkerOptions = Exclude<
  Parameters<typeof convertV4MiniflareOptions>[0],
  { readonly workers: unknown }
>;

export type Database = Awaited<ReturnType<Miniflare["getD1Database"]>>;

export interface StartOptions {
  readonly worker: WorkerOptions;
  /** Where its databases lie; in memory where it is left out. */
  readonly stateFolder?: string;
  /** Runs before the first request. */
  readonly prepare?: (db: Database) => Promise<void>;
}

/** One after the other: the process started meanwhile is taken for the server's. */
export async function startServer({ worker, stateFolder, prepare }: StartOptions): Promise<Server> {
  const others = new Set(workerdChildren());
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...worker,
      cf: false,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    }),
    ...(stateFolder === undefined ? {} : { resourcePersistencePath: stateFolder }),
  });
  await miniflare.ready;
  const pid = workerdChildren().find((child) => !others.has(child));
  if (!pid) throw new Error("Miniflare has started no workerd");
  if (prepare) await prepare(await miniflare.getD1Database("DB"));
  const { port } = await miniflare.unsafeGetDirectURL();
  return { port: Number(port), pid, close: () => miniflare.dispose() };
}

/**
 * Hands the worker an environment whose counters let everything pass: the whole load comes from one address. Miniflare's
 * counters would cost more than the gateway around them; the platform's are in the memory of the machine.
 */
const UNCOUNTED = `
import worker from "./index.mjs";
export * from "./index.mjs";
const counter = { limit: async () => ({ success: true }) };
let uncounted;
export default {
  ...worker,
  fetch(request, env, context) {
    uncounted ??= { ...env, API_RATE: counter, API_WRITE_RATE: counter };
    return worker.fetch(request, uncounted, context);
  },
};`;

/**
 * The worker as `npm run build` has left it, without the asset router before it, and with `bindings` beside its own; `entry`
 * stands before it and imports it from `uncounted.mjs`.
 */
export function productWorker(
  bindings: Readonly<Record<string, string>> = {},
  entry?: WorkerModule,
): WorkerOptions {
  const {
    assets: _,
    ratelimits: __,
    ...options
  } = unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions;
  return {
    ...options,
    name: "product",
    modules: [...(entry ? [entry] : []), moduleOf(UNCOUNTED, "uncounted.mjs"), ...productModules()],
    bindings: Object.assign({}, options.bindings, bindings),
    serviceBindings: { ASSETS: serveFile },
  };
}

/** A worker of a benchmark's own, on the product's compatibility date and flags. */
export function plainWorker(
  name: string,
  modules: WorkerModule[],
  bindings: Readonly<Record<string, string>> = {},
): WorkerOptions {
  const { compatibility_date: compatibilityDate = "", compatibility_flags: compatibilityFlags } =
    readWranglerConfig({ config: "wrangler.toml" });
  return { name, modules, compatibilityDate, compatibilityFlags, bindings };
}

/** Brings an empty database to the newest migration of the project at `root`. */
export async function migrate(db: Database, root = "."): Promise<void> {
  for (const file of globSync(join(root, "worker/api/migrations/*.sql")).sort()) {
    const statements = unstable_splitSqlQuery(readFileSync(file, "utf8"));
    await db.batch(statements.map((sql) => db.prepare(sql)));
  }
}

/** Stands for the asset service: what the worker itself fetches, which it does once. */
async function serveFile(request: { readonly url: string }): Promise<Response> {
  const { pathname } = new URL(request.url);
  return new Response(readFileSync(join("dist/client", pathname)));
}
