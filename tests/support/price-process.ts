/** `npm run prices`, as an operator starts it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PriceProcess {
  /** `http://127.0.0.1:{port}`, for PRICE_SOURCE_URL. */
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/**
 * Serves quotes, given as lines or as the path of a file, on a free port unless `args` specify one (`--port`). Resolves once it
 * listens; rejects with its output if it exits before.
 */
export async function startPrices(quotes: string, ...args: readonly string[]): Promise<PriceProcess> {
  const folder = mkdtempSync(join(tmpdir(), "prices-"));
  const isText = quotes.includes("\n");
  const file = isText ? join(folder, "quotes.csv") : quotes;
  if (isText) writeFileSync(file, quotes);
  // Started without npm, which would have to be stopped as well.
  const child = spawn(
    "node_modules/.bin/node",
    ["worker/commands/prices/prices.ts", file, "--port", "0", ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // Once it listens, it has read the file.
  const url = await listeningUrl(child).finally(() => rmSync(folder, { recursive: true }));
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (text: Buffer) => {
      output += String(text);
      const [, url] = /^Listening +(http:\S+)\n/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("close", (code) => reject(new Error(`the price source ended with ${code}\n${output}`)));
  });
}
