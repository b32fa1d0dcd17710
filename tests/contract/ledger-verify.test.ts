/** `npm run ledger:verify` as its users run it: on a file and on a site. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalJson } from "#shared/canonical-json.ts";
import { verifyChain } from "#shared/ledger-chain.ts";
import { generateSeedEvents } from "#worker/local/seed-data.ts";
import { seedRows } from "#worker/local/seed-rows.ts";
import { ledgerOfFile } from "#worker/local/ledger-source.ts";

type Entry = Readonly<Record<string, string | number | null | object>>;

const folder = mkdtempSync(join(tmpdir(), "ledger-"));
const file = join(folder, "ledger.ndjson");
const entries = seededEntries();
const head = entries.at(-1);
const headHash = typeof head?.["hash"] === "string" ? head["hash"] : "";
let site: Server;
let served = entries;
let givesNothing = false;
let address = "";

beforeAll(async () => {
  site = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://site");
    const limit = Number(url.searchParams.get("limit"));
    const after = Number(url.searchParams.get("after"));
    const page = (list: readonly Entry[]) => ({
      results: list.slice(after, after + limit),
      next: after + limit < list.length ? String(after + limit) : null,
    });
    const body = {
      "/api/ledger/head/": head,
      "/api/ledger/": givesNothing ? { results: [], next: "0" } : page(served),
      "/v1/api/ledger/head/": entries[2],
      "/v1/api/ledger/": page(entries.slice(0, 3)),
    }[url.pathname];
    response
      .writeHead(body ? 200 : 404, { "Content-Type": "application/json" })
      .end(JSON.stringify(body ?? {}));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const { port } = site.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
});

afterAll(() => {
  site.close();
  rmSync(folder, { recursive: true });
});

it("prints the head of a file that holds", async () => {
  writeFileSync(file, linesOf(entries));
  expect(await verify(file)).toEqual({
    code: 0,
    output: `The ledger holds: ${entries.length} entries.\nHead ${entries.length} ${headHash}\n`,
  });
});

it("pages through a site, whatever page of it is named", async () => {
  served = entries;
  for (const url of [address, `${address}/`, `${address}/api/ledger/?limit=3`]) {
    expect(await verify(url)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${entries.length} entries`),
    });
  }
});

it("reads the ledger of a site that lies under a path, not the one at its root", async () => {
  for (const url of [`${address}/v1`, `${address}/v1/`, `${address}/v1/api/ledger/`]) {
    expect(await verify(url)).toMatchObject({ code: 0, output: expect.stringContaining(" 3 entries") });
  }
});

it("ends before a site that announces a head and sends empty pages", async () => {
  givesNothing = true;
  expect(await verify(address)).toEqual({
    code: 1,
    output: "Entry 1 of the ledger does not hold: it is missing.\n",
  });
  givesNothing = false;
});

it("names the entry a site has changed, and the one it keeps back", async () => {
  served = entries.with(1200, { ...entries[1200], at: "2020-01-01T00:00:00.000Z" });
  expect(await verify(address)).toMatchObject({
    code: 1,
    output: expect.stringContaining("Entry 1201 of the ledger does not hold"),
  });
  served = entries.slice(0, 1500);
  expect(await verify(address)).toEqual({
    code: 1,
    output: "Entry 1501 of the ledger does not hold: it is missing.\n",
  });
});

it("names the entry of a file in which one byte was changed", async () => {
  const bytes = Buffer.from(linesOf(entries));
  const place = bytes.indexOf("\n", 100_000) + 40;
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  const line = bytes.subarray(0, 100_000).toString().split("\n").length + 1;
  writeFileSync(file, bytes);
  expect(await verify(file)).toMatchObject({
    code: 1,
    output: expect.stringContaining(`Entry ${line} of the ledger does not hold`),
  });
});

it("says what is wrong where there is nothing to check", async () => {
  expect(await verify(join(folder, "absent"))).toMatchObject({
    code: 2,
    output: expect.stringContaining("ENOENT"),
  });
  expect(await verify(`${address}/other/`)).toMatchObject({
    code: 2,
    output: expect.stringContaining("answered 404"),
  });
  expect(await verify()).toEqual({ code: 2, output: "Usage: npm run ledger:verify -- URL|FILE\n" });
});

it("finds any byte changed to any other, anywhere in the file", async () => {
  const some = entries.slice(0, 30);
  const text = Buffer.from(linesOf(some));
  const sha256 = async (input: string) => createHash("sha256").update(input).digest("hex");
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 1, max: 255 }), async (place, difference) => {
      const bytes = Buffer.from(text);
      bytes[place] = (bytes[place] ?? 0) ^ difference;
      writeFileSync(file, bytes);
      const line = text.subarray(0, place).toString().split("\n").length;
      const verdict = await verifyChain(ledgerOfFile(file).entries, { sha256 });
      expect(verdict).toMatchObject({ holds: false, seq: line });
    }),
    {
      numRuns: 500,
      examples: [
        [text.length - 1, 1],
        [text.indexOf("\n"), 7],
        [0, 1],
      ],
    },
  );
});

function seededEntries(): Entry[] {
  const list: Entry[] = [];
  for (const page of seedRows(generateSeedEvents({ signals: 1100, endMs: Date.UTC(2026, 10, 1) }))) {
    for (const row of page.ledger) {
      const payload: object = JSON.parse(row.payload);
      list.push({ ...row, at: new Date(row.at).toISOString(), payload });
    }
  }
  return list;
}

/** As `export.ndjson` writes them. */
function linesOf(list: readonly Entry[]): string {
  return list.map((entry) => `${canonicalJson(JSON.parse(JSON.stringify(entry)))}\n`).join("");
}

function verify(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["worker/local/ledger-verify.ts", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, output })));
}
