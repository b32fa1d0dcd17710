/**
 * The built worker in a workerd process of its own, directly on a socket: tests can kill the process, fill its disk, and have
 * its upstream calls use the real network.
 */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Database, migrate, productWorker, startServer, WORKERD } from "#tests/bench/workerd.ts";
import { addDemoAccounts } from "#worker/local/demo-accounts.ts";
import { SECRETS } from "./site.ts";

export interface DurableSiteOptions {
  /** Folder of its databases; another site may be started there later. */
  readonly folder: string;
  readonly apiBaseUrl?: string;
  /** Variables as an operator would set them. */
  readonly vars?: Readonly<Record<string, string>>;
  /** Maximum size of each database file; a write beyond it fails as on a full disk. */
  readonly maxFileKib?: number;
}

export interface DurableSite {
  readonly url: string;
  readonly db: Database;
  /** Kills the process at once, as a power cut does. */
  readonly kill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startDurableSite({
  folder,
  apiBaseUrl = "",
  vars = {},
  maxFileKib,
}: DurableSiteOptions): Promise<DurableSite> {
  const opened = Promise.withResolvers<Database>();
  // Miniflare's own setting for another workerd binary.
  if (maxFileKib !== undefined) process.env["MINIFLARE_WORKERD_PATH"] = limitedWorkerd(folder, maxFileKib);
  const server = await startServer({
    worker: productWorker({ ...SECRETS, API_BASE_URL: apiBaseUrl, ...vars }),
    stateFolder: folder,
    async prepare(db) {
      await migrateOnce(db);
      opened.resolve(db);
    },
  });
  delete process.env["MINIFLARE_WORKERD_PATH"];
  return {
    url: `http://127.0.0.1:${server.port}`,
    db: await opened.promise,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.close();
    },
    close: server.close,
  };
}

/** Runs migrations and creates demo accounts, once per folder. */
async function migrateOnce(db: Database): Promise<void> {
  const { results } = await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'ledger'").all();
  if (results.length > 0) return;
  await migrate(db);
  await addDemoAccounts(db, SECRETS, Date.now());
}

/** workerd with a limit on the size of its files; a write beyond it fails instead of ending the process. */
function limitedWorkerd(folder: string, maxFileKib: number): string {
  const script = join(folder, "limited-workerd.sh");
  const lines = ["#!/bin/bash", "trap '' XFSZ", `ulimit -f ${maxFileKib}`, `exec ${WORKERD} "$@"`];
  writeFileSync(script, `${lines.join("\n")}\n`);
  chmodSync(script, 0o755);
  return script;
}
