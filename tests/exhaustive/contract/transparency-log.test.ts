/**
 * The log as checked by others: a program with Go's `sumdb/note` and `sumdb/tlog`, which is installed if it is missing and apt may
 * install it. It reads through a proxy that can change one response.
 */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { proveInBrowser } from "#client/pages/signal/log-proof/prove-in-browser.ts";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { ledgerLine } from "#shared/ledger-chain.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { buildGo, missingGo } from "#tests/support/go-packages.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { seedRecord } from "#worker/local/demo-data/seed-record.ts";

const run = promisify(execFile);

const missing = missingGo();
if (missing !== null) process.stderr.write(`The log is not checked with Go: ${missing}.\n`);

/** One answer of the log, with one byte changed. */
interface Falsified {
  readonly path: string;
  readonly byte: number;
}

describe.skipIf(missing !== null)("Go's transparency log packages", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "log-check-"));
  const program = join(folder, "log-check");
  let site: Site;
  let proxy: Server;
  let proxyUrl = "";
  let key = "";
  let falsified: Falsified | null = null;

  beforeAll(async () => {
    await buildGo("./tests/exhaustive/contract/transparency-log", program, join(folder, "cache"));
    site = await startSite();
    proxy = createServer((request, response) => {
      void answer(request.url ?? "").then(({ status, bytes }) => response.writeHead(status).end(bytes));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => proxy.once("listening", resolve));
    const address = proxy.address();
    proxyUrl = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
    key = (await (await fetch(`${site.url}/log/key`)).text()).trim();
  });
  afterAll(async () => {
    proxy.close();
    await site.close();
    rmSync(folder, { recursive: true });
  });

  async function answer(path: string) {
    const response = await fetch(site.url + path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const at = falsified?.path === path ? falsified.byte : -1;
    return { status: response.status, bytes: bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)) };
  }

  /** What the program prints. Rejects with its words where something does not hold. */
  async function checkLog(change: Falsified | null = null, vkey = key, ...more: string[]): Promise<string> {
    falsified = change;
    return (await run(program, [`${proxyUrl}/log`, vkey, ...more])).stdout;
  }

  const checkpoint = async () => (await fetch(`${site.url}/log/checkpoint`)).text();

  /** A file with the checkpoint of now. */
  async function keepCheckpoint(name: string): Promise<string> {
    const file = join(folder, name);
    writeFileSync(file, await checkpoint());
    return file;
  }

  async function addTrader(staff: string, handle: string): Promise<void> {
    const added = await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle, name: handle });
    expect(added.status).toBe(201);
  }

  it("accept an empty log", async () => {
    expect(await checkLog()).toBe("the log holds: 0 entries\n");
  });

  it("accept entries and growth, from seeded entries and from new ones", async () => {
    await seedRecord(site.db, { signals: 600, endMs: Date.now() });
    await site.runMinuteJobs();
    const head: { seq: number } = await (await fetch(`${site.url}/api/ledger/head/`)).json();
    expect(head.seq).toBeGreaterThan(1_000);
    expect(await checkLog()).toContain(`the log holds: ${head.seq} entries`);

    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    const files: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      files.push(await keepCheckpoint(`old-${count}`));
      await addTrader(staff, `tern-${count}`);
      expect(await checkpoint()).toContain(`/log\n${head.seq + count}\n`);
    }
    for (const [at, file] of files.entries())
      expect(await checkLog(null, key, file)).toContain(`consistent with ${head.seq + at} entries`);
  });

  it.each([
    [
      "the checkpoint's text",
      { path: "/log/checkpoint", byte: 0 },
      "the checkpoint: invalid signature for key",
    ],
    ["the checkpoint's size", { path: "/log/checkpoint", byte: 22 }, "the checkpoint: "],
    ["a tile", { path: "/log/tile/0/001", byte: 32 * 200 }, "tile/0/001 has not the hashes of its entries"],
    ["the tile above", { path: "/log/tile/1/000.p/4", byte: 40 }, "tile/1/000.p/4"],
    [
      "an entry",
      { path: "/log/tile/entries/002", byte: 100 },
      "entry 512 of tile/entries/002 is not the one in the log",
    ],
  ])("detect a changed byte in %s", async (_, change, words) => {
    await expect(checkLog(change)).rejects.toThrow(words);
    expect(await checkLog()).toContain("the log holds");
  });

  it("accept a proof file made by a signal's page, without network access, and detect changes in it", async () => {
    const read = async (path: string): Promise<unknown> => (await fetch(site.url + path)).json();
    const { results } = v.parse(SignalPage, await read("/api/signals/?limit=1&outcome=lost"));
    const { entries } = v.parse(SignalDetail, await read(`/api/signals/${results[0]?.id}/`));
    const finding = await proveInBrowser(createApiFetch({ baseUrl: site.url, fetch }), entries);
    if (finding.kind !== "holds") throw new Error(finding.kind);
    const file = join(folder, "entry.tlog-proof");
    const byGo = async (text: string) => {
      writeFileSync(file, text);
      return (await run(program, ["-proof", file, key])).stdout;
    };
    expect(finding.files).toHaveLength(2);
    for (const { seq, text } of finding.files) {
      const entry = entries.find((one) => one.seq === seq);
      const place = `index ${seq - 1} of ${finding.now.size} entries`;
      expect(await byGo(text)).toContain(`the proof holds: ${place}\n${entry && ledgerLine(entry)}\n`);
      for (const [changed, words] of [
        [text.replace("extra eyJ", "extra eyI"), "the entry: "],
        [text.replace(/index \d+/, "index 0"), "the entry: "],
        [text.replace(/\n\n(.*)\n\d+\n/, "\n\n$1\n1500\n"), "the checkpoint: "],
      ] as const) {
        expect(changed).not.toBe(text);
        await expect(byGo(changed), words).rejects.toThrow(words);
      }
    }
  });

  it("reject another log's key and a key with another name", async () => {
    const [name = "", , publicKey = ""] = key.split("+");
    const id = createHash("sha256")
      .update(`another.example/log\n`)
      .update(Buffer.from(publicKey, "base64"))
      .digest("hex");
    const renamed = `another.example/log+${id.slice(0, 8)}+${publicKey}`;
    await expect(checkLog(null, renamed)).rejects.toThrow("the checkpoint: ");
    await expect(checkLog(null, key.replace(name, "another.example/log"))).rejects.toThrow("the key: ");
  });

  it.each([
    [
      "was changed",
      ["UPDATE ledger SET hash = lower(hex(randomblob(32))) WHERE seq >= 700"],
      "the older checkpoint: ",
    ],
    [
      "was taken away",
      [
        "DELETE FROM signals WHERE max(published_seq, coalesce(settled_seq, 0), coalesce(corrected_seq, 0)) > 1000",
        "DELETE FROM ledger WHERE seq > 1000",
      ],
      "the log has 1000 entries, but had ",
    ],
  ])("detect by an older checkpoint that an entry %s and was signed again", async (_, changes, words) => {
    const file = await keepCheckpoint("before");
    await pastTriggers(site.db, ...changes, "DELETE FROM log_tiles");
    await site.runMinuteJobs();
    await expect(checkLog(null, key, file)).rejects.toThrow(words);
    expect(await checkLog()).toContain("the log holds");
  });
});
