/** Commands of OPERATIONS.md, run by wrangler itself against a double of Cloudflare's API on this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const BEFORE = "11111111-1111-4111-8111-111111111111";
const CURRENT = "22222222-2222-4222-8222-222222222222";
const NEW = "33333333-3333-4333-8333-333333333333";
/** As wrangler.toml is shipped with. */
const DATABASE = "00000000-0000-0000-0000-000000000000";

const operations = readFileSync("worker/OPERATIONS.md", "utf8");

/** Every wrangler command in it, without comments; those that stand in a sentence are in backquotes. */
const commands = [
  ...operations.matchAll(/`(npx wrangler [^`]*)`/g),
  ...operations.matchAll(/^(npx wrangler .*)$/gm),
].map(([, command = ""]) => command.replace(/\s+(?:#|\|).*$/, "").replaceAll(/\s+/g, " "));

/** The one that begins so. */
function commandOf(start: string): string {
  return commands.find((one) => one.startsWith(start)) ?? "";
}

const version = (id: string) => ({
  id,
  number: Number(id[0]),
  metadata: { created_on: `2026-11-2${id[0]}T10:00:00Z`, source: "wrangler", author_email: "ops@harbour.de" },
  annotations: {},
  resources: { bindings: [], script: { etag: "", handlers: ["fetch"] }, script_runtime: {} },
});
const deployment = (id: string) => ({
  id: `deployment of ${id}`,
  source: "wrangler",
  strategy: "percentage",
  author_email: "ops@harbour.de",
  created_on: `2026-11-2${id[0]}T10:00:00Z`,
  versions: [{ version_id: id, percentage: 100 }],
});

function resultOf({ url = "", method }: IncomingMessage): unknown {
  if (url.includes("/d1/database")) return databaseResult(url);
  if (url.endsWith("/deployments") && method === "GET")
    return { deployments: [deployment(CURRENT), deployment(BEFORE)] };
  const [, id] = /\/versions\/([\da-f-]{36})/.exec(url) ?? [];
  if (id !== undefined) return version(id);
  return url.includes("/versions") ? { items: [NEW, CURRENT, BEFORE].map(version) } : {};
}

function databaseResult(url: string): unknown {
  const database = { uuid: DATABASE, name: "tidemark", version: "production" };
  if (url.includes("/time_travel/restore")) return { bookmark: "b", previous_bookmark: "a", message: "" };
  if (url.includes("/time_travel/bookmark")) return { bookmark: "b" };
  if (url.includes("/import"))
    return { success: true, type: "import", status: "complete", messages: [], result: IMPORTED };
  if (url.includes("/export"))
    return {
      success: true,
      type: "export",
      status: "complete",
      messages: [],
      result: { filename: "x.sql", signed_url: dumpUrl },
    };
  if (url.includes("/query")) return [{ success: true, results: [], meta: {} }];
  return /\/d1\/database(?:\?|$)/.test(url) ? [database] : database;
}

const IMPORTED = {
  final_bookmark: "b",
  num_queries: 1,
  meta: { duration: 1, rows_read: 0, rows_written: 1 },
};

const DUMP = "PRAGMA defer_foreign_keys=TRUE;";
/** Answered by the double too: it takes every path. */
let dumpUrl = "";

let api: Server;
/** What was changed, as method, path below the account and body. */
const acts: (readonly [method: string, path: string, body: string])[] = [];
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "operations-"));
  writeFileSync(join(folder, "staff.sql"), "SELECT 1;");
  api = createServer(async (request, response) => {
    const body = await text(request);
    const { method = "", url = "" } = request;
    if (method !== "GET") acts.push([method, url.replace(/^.*\/accounts\/account\//, ""), body]);
    const isCreated = method === "POST" && url.endsWith("/d1/database");
    const result = isCreated ? { uuid: DATABASE, name: JSON.parse(body).name } : resultOf(request);
    if (url === "/dump") {
      response.end(DUMP);
      return;
    }
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result }));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
  dumpUrl = `${apiUrl()}/dump`;
});

afterAll(() => {
  api?.close();
  rmSync(folder, { recursive: true, force: true });
});

function apiUrl(): string {
  const address = api.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

/** Runs a command and gives what it changed; `input` is what it asks for. */
async function run(command: string, input = ""): Promise<typeof acts> {
  const filled = Object.entries(named()).reduce((line, [name, id]) => line.replaceAll(name, id), command);
  const [, , ...args] = splitCommand(filled);
  const child = spawn("node", [resolve("node_modules/wrangler/bin/wrangler.js"), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      CI: "1",
      CLOUDFLARE_ACCOUNT_ID: "account",
      CLOUDFLARE_API_BASE_URL: apiUrl(),
      CLOUDFLARE_API_TOKEN: "token",
      WRANGLER_SEND_METRICS: "false",
    },
  });
  child.stdin.end(input);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect(child.exitCode, `${filled}\n${output}${errors}`).toBe(0);
  return acts.splice(0);
}

/** What stands for what an operator fills in. */
function named(): Readonly<Record<string, string>> {
  const files = { "staff.sql": join(folder, "staff.sql"), "broken.sql": join(folder, "broken.sql") };
  return { BEFORE, CURRENT, NEW, ...files, "…": "2026-11-26T10:00:00Z" };
}

/** As a shell does, as far as double quotes go. */
function splitCommand(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** Versions that deployments were made of, each with its worker. */
function deployed(done: typeof acts): unknown[] {
  return done
    .filter(([, path]) => path.endsWith("/deployments"))
    .map(([, path, body]) => [/scripts\/([\w-]+)\//.exec(path)?.[1], JSON.parse(body).versions]);
}

const all = (id: string) => [{ version_id: id, percentage: 100 }];

describe("a rollback", () => {
  it("changes nothing in a dry run", async () => {
    expect(await run(commandOf("npx wrangler versions deploy BEFORE"))).toEqual([]);
  });

  it("deploys the previous version or a given one", async () => {
    const [before, named] = ["npx wrangler rollback --yes", "npx wrangler rollback BEFORE"].map(commandOf);
    expect(deployed(await run(before ?? ""))).toEqual([["tidemark", all(BEFORE)]]);
    expect(deployed(await run(named ?? ""))).toEqual([["tidemark", all(BEFORE)]]);
  });

  it("on staging changes nothing in production", async () => {
    const back = `${commandOf("npx wrangler rollback --yes")} --env staging`;
    expect(deployed(await run(back))).toEqual([["tidemark-staging", all(BEFORE)]]);
  });
});

it("a pull request's version is deployed to staging without any traffic", async () => {
  expect(deployed(await run(commandOf("npx wrangler versions deploy NEW")))).toEqual([
    [
      "tidemark-staging",
      [
        { version_id: NEW, percentage: 0 },
        { version_id: CURRENT, percentage: 100 },
      ],
    ],
  ]);
});

describe("a secret is read from the input, not from the command line", () => {
  it.each(commands.filter((command) => command.startsWith("npx wrangler secret put")))(
    "%s",
    async (command) => {
      expect(command).toMatch(/^npx wrangler secret put [A-Z_]+$/);
      const [[method, path, body] = []] = await run(command, "the-secret\n");
      expect([method, path]).toEqual(["PUT", "workers/scripts/tidemark/secrets"]);
      expect(JSON.parse(body ?? "")).toMatchObject({ name: command.split(" ").at(-1), text: "the-secret" });
    },
  );
});

describe("a database command", () => {
  it("reads accounts", async () => {
    const done = await run(commandOf('npx wrangler d1 execute tidemark --remote --command "SELECT'));
    expect(done.map(([method]) => method)).toEqual(["POST"]);
    expect(done[0]?.[2]).toMatch(/SELECT pocketoption_id, role FROM accounts/);
  });

  it("executes SQL from a file", async () => {
    const done = await run(commandOf("npx wrangler d1 execute tidemark --remote --file staff.sql"));
    expect(done.some(([, path]) => path.includes("/import"))).toBe(true);
  });

  it("restores an earlier time or creates a new database", async () => {
    const [[, restored] = []] = await run(commandOf("npx wrangler d1 time-travel restore"));
    expect(restored).toContain(`d1/database/${DATABASE}/time_travel/restore`);
    const [[, made, body] = []] = await run(commandOf("npx wrangler d1 create tidemark-restored"));
    expect([made, JSON.parse(body ?? "").name]).toEqual(["d1/database", "tidemark-restored"]);
  });
});

it("a database export is written to a file unchanged", async () => {
  await run(commandOf("npx wrangler d1 export tidemark"));
  expect(readFileSync(join(folder, "broken.sql"), "utf8")).toBe(DUMP);
});

it("commands that only read change nothing", async () => {
  for (const start of ["npx wrangler deployments list", "npx wrangler versions list"])
    expect(await run(commandOf(start))).toEqual([]);
});

it("every documented command is tested here, except those that need a person or a live site", () => {
  const seen =
    /^npx wrangler (?:rollback|secret put|deployments list|versions (?:deploy|list)|d1 (?:create|execute|export|time-travel)|login$|tail )/;
  expect(commands.length).toBeGreaterThan(15);
  expect(commands.filter((command) => !seen.test(command))).toEqual([]);
});
