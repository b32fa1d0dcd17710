/** Commands by which OPERATIONS.md takes a deployment back, run by wrangler itself against a double of Cloudflare's API on this machine. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const BEFORE = "11111111-1111-4111-8111-111111111111";
const CURRENT = "22222222-2222-4222-8222-222222222222";
const NEW = "33333333-3333-4333-8333-333333333333";

const operations = readFileSync("worker/OPERATIONS.md", "utf8");

/** The line of OPERATIONS.md that begins so, without its comment. */
function commandOf(start: string): string {
  const line = operations.split("\n").find((one) => one.startsWith(start)) ?? "";
  return line.replace(/\s+#.*$/, "");
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
  if (url.endsWith("/deployments") && method === "GET")
    return { deployments: [deployment(CURRENT), deployment(BEFORE)] };
  const [, id] = /\/versions\/([\da-f-]{36})/.exec(url) ?? [];
  if (id !== undefined) return version(id);
  return url.includes("/versions") ? { items: [NEW, CURRENT, BEFORE].map(version) } : {};
}

let api: Server;
/** Deployments that were made: worker and versions. */
const acts: unknown[] = [];

beforeAll(async () => {
  api = createServer(async (request, response) => {
    const body = await text(request);
    const [, worker] = /\/scripts\/([\w-]+)\//.exec(request.url ?? "") ?? [];
    if (request.method === "POST") acts.push([worker, JSON.parse(body).versions]);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ success: true, errors: [], messages: [], result: resultOf(request) }));
  }).listen(0, "127.0.0.1");
  await once(api, "listening");
});

afterAll(() => api?.close());

/** Runs a command of OPERATIONS.md and gives what it changed. */
async function run(start: string, more = ""): Promise<readonly unknown[]> {
  const named = { BEFORE, CURRENT, NEW };
  const command = Object.entries(named).reduce(
    (line, [name, id]) => line.replaceAll(new RegExp(`\\b${name}\\b`, "g"), id),
    commandOf(start) + more,
  );
  const address = api.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const [program = "", ...args] = command.split(/\s+/);
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      CI: "1",
      CLOUDFLARE_ACCOUNT_ID: "account",
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
      CLOUDFLARE_API_TOKEN: "token",
      WRANGLER_SEND_METRICS: "false",
    },
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect(child.exitCode, `${command}\n${output}${errors}`).toBe(0);
  return acts.splice(0);
}

const all = (id: string) => [{ version_id: id, percentage: 100 }];

it("a dry run of a deployment of the version before changes nothing", async () => {
  expect(await run("npx wrangler versions deploy BEFORE")).toEqual([]);
});

it("goes back to the version before, or to one that is named", async () => {
  expect(await run("npx wrangler rollback --yes")).toEqual([["tidemark", all(BEFORE)]]);
  expect(await run("npx wrangler rollback BEFORE")).toEqual([["tidemark", all(BEFORE)]]);
});

it("takes staging back, and nothing of production", async () => {
  expect(await run("npx wrangler rollback --yes", " --env staging")).toEqual([
    ["tidemark-staging", all(BEFORE)],
  ]);
});

it("lets a pull request's version take part in staging, and sends it no visitor", async () => {
  expect(await run("npx wrangler versions deploy NEW")).toEqual([
    [
      "tidemark-staging",
      [
        { version_id: NEW, percentage: 0 },
        { version_id: CURRENT, percentage: 100 },
      ],
    ],
  ]);
});
