/** What the contract check reports about an API's log: that it is valid, what is wrong, or that there is none. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { startDjango } from "#tests/support/django-double.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import { type Site, startSite } from "#tests/support/site.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import type { ContractFetch } from "#tests/contract/contract-api.ts";
import { logChecks } from "#tests/contract/log-checks.ts";
import { reportLines } from "#tests/contract/report.ts";
import { runContract } from "#tests/contract/run-contract.ts";

let site: Site;
let entries = 0;

beforeAll(async () => {
  site = await startSite();
  await seedRecord(site.db, { signals: 600, endMs: Date.now() });
  await site.runMinuteJobs();
  const head: { seq: number } = await (await fetch(`${site.url}/api/ledger/head/`)).json();
  entries = head.seq;
});
afterAll(() => site.close());

const CLAIMS = new Set(logChecks.map(({ claim }) => claim));

/** Lines of the checks of the log. */
async function check(baseUrl: string, fetch?: ContractFetch): Promise<string[]> {
  const options = { baseUrl, vantage: "site", siteOrigin: null, memberId: null, passcode: null } as const;
  const findings = await runContract({ ...options, ...(fetch && { fetch }) });
  return reportLines(findings.filter(({ claim }) => CLAIMS.has(claim))).slice(0, -1);
}

it("the contract check accepts the log of the embedded API", async () => {
  expect(entries).toBeGreaterThan(1_000);
  expect(await check(site.url)).toEqual([
    `ok           GET /api/log/checkpoint/ is a checkpoint that each key of GET /api/log/key/ has signed (${entries} entries)`,
    "ok           GET /log/checkpoint is the same for readers of transparency logs",
    "ok           GET /api/log/tile/ has the hashes that the checkpoint's root is made of",
    `ok           Ledger lines are in the log, and in GET /api/log/entries/ (up to ${entries})`,
    `ok           A checkpoint is consistent with the one before (from ${entries} to ${entries} entries)`,
  ]);
});

it.each([
  ["/api/log/checkpoint/", 0, "GET /api/log/checkpoint/ is a checkpoint that each key"],
  ["/log/checkpoint", 0, "GET /log/checkpoint is the same"],
  ["/api/log/tile/?level=1&index=0&width=4", 100, "GET /api/log/tile/ has the hashes"],
  ["/api/log/entries/?index=0&width=256", 20, "Ledger lines are in the log"],
  ["/api/ledger/?after=0&limit=1", 60, "Ledger lines are in the log"],
])("the contract check reports a changed byte of %s", async (path, place, claim) => {
  const lines = await check(site.url, async (url, init) => {
    const answer = await fetch(url, init);
    if (url !== site.url + path) return answer;
    const bytes = new Uint8Array(await answer.arrayBuffer());
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    return new Response(bytes, answer);
  });
  expect(lines.filter((line) => line.startsWith("misses")).join("\n")).toContain(`misses       ${claim}`);
});

it("the contract check reports a log that has become shorter between two checkpoints", async () => {
  let asked = 0;
  const lines = await check(site.url, async (url, init) => {
    if (url.endsWith("/api/log/checkpoint/")) asked += 1;
    // The last check is the only one that asks twice.
    if (asked === logChecks.length + 1)
      await pastTriggers(site.db, "DELETE FROM log_tiles WHERE level = 0 AND tile_index > 3");
    return fetch(url, init);
  });
  await site.runMinuteJobs();
  expect(lines.at(-1)).toBe(
    `misses       A checkpoint is consistent with the one before: expected ${entries} lines or more, got 1024`,
  );
  expect(lines.slice(0, -1).every((line) => line.startsWith("ok"))).toBe(true);
});

it("the contract check reports a backend without a log as such", async () => {
  const django = await startDjango([]);
  const own = await startSite({ apiBaseUrl: django.url });
  const lines = await check(own.url);
  await own.close();
  await django.close();
  expect(lines).toEqual([
    "not there    log: without it readers cannot check the record with the tools of transparency logs",
  ]);
});
