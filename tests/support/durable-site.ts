/**
 * The built worker in a workerd process of its own, straight on a socket: its process can be killed, its disk filled, and
 * its calls to an upstream meet the network as it is. Without the files of the build.
 */
import { chmodSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_splitSqlQuery } from "wrangler";
import { BUNDLE_FOLDER } from "#worker/local/bundle.ts";
import { addDemoAccounts } from "#worker/local/demo-accounts.ts";
import { workerdChildren } from "#tests/bench/process-cpu.ts";
import { SECRETS } from "./site.ts";

const WORKERD = "node_modules/workerd/bin/workerd";

export interface DurableSiteOptions {
  /** Where its databases live; another site may be started there later. */
  readonly folder: string;
  readonly apiBaseUrl?: string;
  /** No file of the databases can grow beyond this: a write that would fails as on a full disk. */
  readonly maxFileKib?: number;
}

export interface DurableSite {
  readonly url: string;
  readonly db: D1Database;
  /** Ends the process at once, as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startDurableSite({
  folder,
  apiBaseUrl = "",
  maxFileKib,
}: DurableSiteOptions): Promise<DurableSite> {
  const { assets: _, ...options } = unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions;
  const [file = ""] = globSync(join(BUNDLE_FOLDER, "*.js"));
  const others = new Set(workerdChildren());
  if (maxFileKib !== undefined) process.env["MINIFLARE_WORKERD_PATH"] = limitedWorkerd(folder, maxFileKib);
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({
      ...options,
      name: "tidemark",
      modules: [{ type: "ESModule", path: "index.js", contents: readFileSync(file, "utf8") }],
      bindings: { ...SECRETS, API_BASE_URL: apiBaseUrl },
      cf: false,
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    }),
    resourcePersistencePath: folder,
  });
  await miniflare.ready;
  delete process.env["MINIFLARE_WORKERD_PATH"];
  const pid = workerdChildren().find((child) => !others.has(child));
  if (pid === undefined) throw new Error("Miniflare has started no workerd");
  const db = await miniflare.getD1Database("DB");
  await prepare(db);
  const { origin } = await miniflare.unsafeGetDirectURL();
  return {
    url: origin,
    db,
    async kill() {
      process.kill(pid, "SIGKILL");
      await miniflare.dispose();
    },
    close: () => miniflare.dispose(),
  };
}

/** Migrations and demo accounts, once a folder. */
async function prepare(db: D1Database): Promise<void> {
  const { results } = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ledger'").all();
  if (results.length > 0) return;
  for (const file of globSync("worker/api/migrations/*.sql").sort()) {
    const statements = unstable_splitSqlQuery(readFileSync(file, "utf8"));
    await db.batch(statements.map((sql) => db.prepare(sql)));
  }
  await addDemoAccounts(db, SECRETS, Date.now());
}

/** workerd under a limit on the size of its files; the write beyond it fails instead of ending the process. */
function limitedWorkerd(folder: string, maxFileKib: number): string {
  const script = join(folder, "limited-workerd.sh");
  const lines = [
    "#!/bin/bash",
    "trap '' XFSZ",
    `ulimit -f ${maxFileKib}`,
    `exec ${process.cwd()}/${WORKERD} "$@"`,
  ];
  writeFileSync(script, `${lines.join("\n")}\n`);
  chmodSync(script, 0o755);
  return script;
}
