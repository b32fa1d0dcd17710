/**
 * The log as checked by others: a program with Go's `sumdb/note` and `sumdb/tlog`, which is installed if it is missing and apt may
 * install it.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApiFetch } from "#client/data/api-fetch.ts";
import { proveInBrowser } from "#client/pages/signal/log-proof/prove-in-browser.ts";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { ledgerLine } from "#shared/record/ledger-chain.ts";
import { buildGo, missingGo } from "#tests/support/go-packages.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const run = promisify(execFile);

const missing = missingGo();
if (missing !== null) process.stderr.write(`The log is not checked with Go: ${missing}.\n`);

describe.skipIf(missing !== null)("Go's transparency log packages", { timeout: 120_000 }, () => {
  const folder = temporaryFolder();
  const program = join(folder, "log-check");
  let site: Site;
  let key = "";

  beforeAll(async () => {
    await buildGo("./tests/exhaustive/contract/transparency-log", program, join(folder, "cache"));
    site = await startSite();
    key = (await (await fetch(`${site.url}/log/key`)).text()).trim();
  });
  afterAll(() => site.close());

  /** What the program prints. Rejects with its words where something does not hold. */
  async function checkLog(...more: string[]): Promise<string> {
    return (await run(program, [`${site.url}/log`, key, ...more])).stdout;
  }

  const checkpoint = async () => (await fetch(`${site.url}/log/checkpoint`)).text();

  /** A file with the checkpoint of now. */
  async function keepCheckpoint(name: string): Promise<string> {
    const file = join(folder, name);
    writeFileSync(file, await checkpoint());
    return file;
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

    const staff = await staffOf(site.url);
    const files: string[] = [];
    for (let count = 1; count <= 3; count += 1) {
      files.push(await keepCheckpoint(`old-${count}`));
      await staff.addTraders({ [`tern-${count}`]: `Tern ${count}` });
      expect(await checkpoint()).toContain(`/log\n${head.seq + count}\n`);
    }
    for (const [at, file] of files.entries())
      expect(await checkLog(file)).toContain(`consistent with ${head.seq + at} entries`);
  });

  it("accept a proof file made by a signal's page, without network access", async () => {
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
    }
  });

  it("detect by an older checkpoint that an entry was changed and signed again", async () => {
    const file = await keepCheckpoint("before");
    await pastTriggers(
      site.db,
      "UPDATE ledger SET hash = lower(hex(randomblob(32))) WHERE seq >= 700",
      "DELETE FROM log_tiles",
    );
    await site.runMinuteJobs();
    await expect(checkLog(file)).rejects.toThrow("the older checkpoint: ");
    expect(await checkLog()).toContain("the log holds");
  });
});
