/** What each command says for `--help`, and if it is given arguments that it does not know. */
import { describe, expect, it, vi } from "vitest";
import { runScript } from "#tests/support/run-script.ts";

// Many processes at a time.
vi.setConfig({ testTimeout: 120_000 });

const LOG_KEY = "tidemark.example/log+3c96c397+AXaWadqKqcuoK63YLU49m6zyty52Wli8f+zh2Adrqw2V";

const COMMANDS: readonly (readonly [name: string, ...words: string[]])[] = [
  ["start", "worker/local/start.ts"],
  ["language", "worker/commands/language/language.ts"],
  ["setup", "worker/commands/setup/setup.ts"],
  ["deploy", "worker/commands/deploy/deploy.ts"],
  ["backup", "worker/commands/backup/backup.ts", "backup"],
  ["restore", "worker/commands/backup/backup.ts", "restore"],
  ["witness", "worker/commands/witness/witness.ts"],
  ["prices", "worker/commands/prices/prices.ts"],
  ["contract", "tests/contract/run.ts"],
  ["bench", "tests/bench/run.ts"],
  ["bench -- pages", "tests/bench/run.ts", "pages"],
];

describe.concurrent("--help", () => {
  it.each(COMMANDS)(
    "of npm run %s says in at most twelve lines what it does, with an example",
    async (name, ...words) => {
      const { status, stdout, stderr } = await runScript([...words, "--help"]);
      expect([status, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(name === "start" ? /^Usage: npm start/ : `Usage: npm run ${name}`);
      expect(stdout).toMatch(/\bExample: |as in npm run /);
      expect(stdout.trim().split("\n").length).toBeLessThanOrEqual(12);
    },
  );
});

const WRONG: readonly (readonly [name: string, ...words: string[]])[] = [
  ["backup", "worker/commands/backup/backup.ts", "backup", "x.sql", "--remte"],
  ["backup", "worker/commands/backup/backup.ts", "backup"],
  ["backup", "worker/commands/backup/backup.ts", "backup", "x.sql", "--env", "nowhere"],
  ["restore", "worker/commands/backup/backup.ts", "restore", "x.sql", "y.sql"],
  ["restore", "worker/commands/backup/backup.ts", "restore", "x.sql", "--env", "nowhere"],
  ["witness", "worker/commands/witness/witness.ts"],
  ["witness", "worker/commands/witness/witness.ts", "--log", "no key"],
  ["witness", "worker/commands/witness/witness.ts", "--log", LOG_KEY, "--listen", "8788"],
  ["witness", "worker/commands/witness/witness.ts", "--log", LOG_KEY, "--name", "a b"],
  ["language", "worker/commands/language/language.ts"],
  ["language", "worker/commands/language/language.ts", "add"],
  ["language", "worker/commands/language/language.ts", "translate", "pt"],
  ["deploy", "worker/commands/deploy/deploy.ts", "--site", "signals.example:8443"],
  ["prices", "worker/commands/prices/prices.ts"],
  ["verify", "worker/commands/verify/verify.ts", "https://"],
  ["contract", "tests/contract/run.ts"],
  ["contract", "tests/contract/run.ts", "api.example"],
  ["contract", "tests/contract/run.ts", "https://api.example", "more"],
  ["bench", "tests/bench/run.ts", "nothing"],
];

describe.concurrent("a command", () => {
  it.each(WRONG)(
    "npm run %s called as %j prints an error and its usage, and does nothing",
    async (name, ...words) => {
      const { status, stdout, stderr } = await runScript(words);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^.+\\nUsage: npm run ${name}`));
      expect(stderr).not.toContain("    at ");
    },
  );
});
