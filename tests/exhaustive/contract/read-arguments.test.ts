/** Local commands that are given options they do not know. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";

const WITNESS_USAGE =
  "npm run witness -- --log VKEY [--log VKEY] [--name NAME] [--listen HOST:PORT] [--state FILE]";
const LOG_KEY = "tidemark.example/log+3c96c397+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V";

const CASES: readonly (readonly [readonly string[], string])[] = [
  [["backup.ts", "backup", "x.sql", "--remte"], "Usage: npm run backup -- FILE [--remote]\n"],
  [["backup.ts", "backup"], "Usage: npm run backup -- FILE [--remote]\n"],
  [["backup.ts", "restore", "x.sql", "y.sql"], "Usage: npm run restore -- FILE [--remote]\n"],
  [["demo-data/seed.ts", "--signals", "-3"], "Usage: npm run seed -- [--signals N]\n"],
  [["demo-data/seed.ts", "100"], "Usage: npm run seed -- [--signals N]\n"],
  [["witness/witness.ts"], `Usage: ${WITNESS_USAGE}\n`],
  [["witness/witness.ts", "--log", "no key"], `Usage: ${WITNESS_USAGE}\n`],
  [["witness/witness.ts", "--log", LOG_KEY, "--listen", "8788"], `Usage: ${WITNESS_USAGE}\n`],
  [["witness/witness.ts", "--log", LOG_KEY, "--name", "a b"], `Usage: ${WITNESS_USAGE}\n`],
  [["demo-data/seed.ts", "--signals", "many"], "Usage: npm run seed -- [--signals N]\n"],
];

describe.concurrent("a local command", () => {
  it.each(CASES)(
    "called as %j prints an error and its usage, and does nothing",
    async ([file = "", ...args], usage) => {
      const command = spawn(process.execPath, [`worker/local/${file}`, ...args]);
      const [stdout, stderr, [status]] = await Promise.all([
        text(command.stdout),
        text(command.stderr),
        once(command, "exit"),
      ]);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr.endsWith(usage)).toBe(true);
      expect(stderr).not.toContain("    at ");
    },
  );
});
