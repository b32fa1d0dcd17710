/**
 * The workers that are compared, each in a workerd of its own, on a socket that leads straight to it: without Miniflare's
 * entry worker and its simulation of the asset router, which cost more than a page.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import {
  unstable_getMiniflareWorkerOptions,
  unstable_readConfig as readWranglerConfig,
  unstable_splitSqlQuery,
} from "wrangler";
import { seedRecord } from "#worker/local/seed-record.ts";
import { readServerTexts } from "#worker/local/server-texts.ts";
import { runWrangler } from "#worker/local/wrangler.ts";
import type { BarePage } from "./bare-react-worker.tsx";
import { workerdChildren } from "./process-cpu.ts";

const FOLDER = resolve(".cache/bench");
const SIGNALS = 2_000;
/** The record ends here, so that every run shows the same one. */
const SEED_END_MS = Date.UTC(2026, 10, 1);

export interface Server {
  readonly port: number;
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** The worker as it is deployed, with a seeded database. */
export async function startProduct(): Promise<Server> {
  const { assets: _, ...options } = unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions;
  const script = await bundle("product", "wrangler.toml");
  const product = {
    ...options,
    name: "product",
    modules: module(script),
    serviceBindings: { ASSETS: serveFile },
  };
  return startServer(product, async (miniflare) => {
    const db = await miniflare.getD1Database("DB");
    for (const file of globSync("worker/api/migrations/*.sql").sort()) {
      const statements = unstable_splitSqlQuery(readFileSync(file, "utf8"));
      await db.batch(statements.map((sql) => db.prepare(sql)));
    }
    await seedRecord(db, { signals: SIGNALS, endMs: SEED_END_MS });
  });
}

/** Bare react-dom/server on the same component tree. */
export async function startBareReact(pages: Readonly<Record<string, BarePage>>): Promise<Server> {
  const script = await bundle("bare-react", writeBareReactConfig());
  return startServer(worker("bare-react", script, { PAGES: pages, TEXTS: readServerTexts("en") }));
}

/** A finished string of the same bytes. */
export async function startConstant(pages: Readonly<Record<string, string>>): Promise<Server> {
  const script = `
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    let pages;
    const fetch = (request, env) => {
      pages ??= JSON.parse(env.PAGES);
      return new Response(pages[request.url.slice(request.url.indexOf("/", 8))], { headers });
    };
    export default { fetch };`;
  return startServer(worker("constant", script, { PAGES: pages }));
}

/** Stands for the asset service: what the worker itself fetches, which it does once. */
async function serveFile(request: { readonly url: string }): Promise<Response> {
  const { pathname } = new URL(request.url);
  return new Response(readFileSync(join("dist/client", pathname)));
}

type WorkerOptions = Exclude<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>;

function worker(name: string, script: string, values: Readonly<Record<string, object>>): WorkerOptions {
  const { compatibility_date: compatibilityDate = "" } = readWranglerConfig({ config: "wrangler.toml" });
  const bindings = Object.fromEntries(
    Object.entries(values).map(([binding, value]) => [binding, JSON.stringify(value)]),
  );
  return { name, modules: module(script), compatibilityDate, bindings };
}

async function startServer(
  options: WorkerOptions,
  prepare: (miniflare: Miniflare) => Promise<void> = async () => {},
): Promise<Server> {
  const others = new Set(workerdChildren());
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      cf: false,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    }),
  );
  await miniflare.ready;
  const pid = workerdChildren().find((child) => !others.has(child));
  if (!pid) throw new Error("Miniflare has started no workerd");
  await prepare(miniflare);
  const { port } = await miniflare.unsafeGetDirectURL();
  return { port: Number(port), pid, close: () => miniflare.dispose() };
}

async function bundle(name: string, config: string): Promise<string> {
  const folder = join(FOLDER, name);
  rmSync(folder, { recursive: true, force: true });
  await runWrangler("deploy", "--dry-run", "--config", config, "--outdir", folder);
  const [file = ""] = globSync(join(folder, "*.js"));
  return readFileSync(file, "utf8");
}

/** Bundled as the product is, but without its bindings. */
function writeBareReactConfig(): string {
  const { compatibility_date, minify, keep_names, define, alias } = readWranglerConfig({
    config: "wrangler.toml",
  });
  const config = {
    name: "bare-react",
    main: resolve("tests/bench/pages/bare-react-worker.tsx"),
    alias: Object.fromEntries(Object.entries(alias ?? {}).map(([from, to]) => [from, resolve(String(to))])),
    compatibility_date,
    minify,
    keep_names,
    define,
  };
  mkdirSync(FOLDER, { recursive: true });
  const file = resolve(FOLDER, "bare-react.json");
  writeFileSync(file, JSON.stringify(config));
  return file;
}

function module(contents: string) {
  return [{ type: "ESModule" as const, path: "index.js", contents }];
}
