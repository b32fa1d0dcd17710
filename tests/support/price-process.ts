/** `npm run prices`, as an operator starts it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningScript, startScript } from "./run-script.ts";

export interface PriceProcess extends Pick<RunningScript, "pid" | "stop"> {
  /** `http://127.0.0.1:{port}`, for PRICE_SOURCE_URL. */
  readonly url: string;
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
  const command = ["worker/commands/prices/prices.ts", file, "--port", "0", ...args];
  // Once it listens, it has read the file.
  const { said, ...script } = await startScript(command, /^Listening +(http:\S+)\n/m).finally(() =>
    rmSync(folder, { recursive: true }),
  );
  return { url: said[1] ?? "", ...script };
}
