/** Wrangler knows the commands that the documents name, with their arguments. What they do is wrangler's to test. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runScript } from "#tests/support/run-script.ts";

const documents = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

/** Without comments; those that stand in a sentence are in backquotes. */
const commands = new Set(
  [...documents.matchAll(/`(npx wrangler [^`]*)`/g), ...documents.matchAll(/^(npx wrangler .*)$/gm)].map(
    ([, command = ""]) => command.replace(/\s+(?:#|\|).*$/, "").replaceAll(/\s+/g, " "),
  ),
);

/** Asks a Cloudflare that does not answer. */
const ENV = {
  ...process.env,
  CI: "1",
  CLOUDFLARE_ACCOUNT_ID: "account",
  CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9",
  CLOUDFLARE_API_TOKEN: "token",
  WRANGLER_SEND_METRICS: "false",
};

async function run(command: string): Promise<string> {
  // As a shell does, as far as double quotes go.
  const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const args = ["node_modules/wrangler/bin/wrangler.js", ...words.slice(2)];
  const { stdout, stderr } = await runScript(args, { env: ENV, input: "a secret\n" });
  return stdout + stderr;
}

describe.concurrent("wrangler knows", () => {
  // Whoever signs in, or reads the log, has to be there; `wrangler dev` has a test of its own.
  it.each([...commands].filter((command) => !/^npx wrangler (?:dev|login|tail)\b/.test(command)))(
    "%s",
    { timeout: 60_000 },
    async (command) => {
      expect(await run(command)).not.toMatch(/Unknown (?:argument|command)|Not enough|Missing required/i);
    },
  );

  it("not an argument that does not exist", { timeout: 60_000 }, async () => {
    expect(await run("npx wrangler deployments list --sideways")).toMatch(/Unknown argument/);
  });
});
