/** The process is killed, or its disk is full, while the record is being written: what was acknowledged stands, once. */
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { LedgerPage } from "#shared/contracts/ledger.ts";
import { verifyChain } from "#shared/ledger-chain.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { type DurableSite, startDurableSite } from "#tests/support/durable-site.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";

let folder: string;
let site: DurableSite | null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  site = null;
});
afterEach(async () => {
  await site?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function addTrader(url: string, staff: string): Promise<string> {
  const handle = `trader-${randomUUID().slice(0, 8)}`;
  const response = await callApi(url, staff, "POST", "/api/admin/traders/", { handle, name: "North Light" });
  expect(response.status).toBe(201);
  return handle;
}

/** Status and, where it was published, id of the signal; null where no answer came. */
async function publish(url: string, staff: string, trader: string) {
  const entryMs = Date.now() + 600_000;
  const signal = {
    trader,
    asset: "EUR/USD",
    direction: "up",
    entry_at: new Date(entryMs).toISOString(),
    expires_at: new Date(entryMs + 60_000).toISOString(),
    payout: 0.85,
  };
  try {
    const response = await callApi(url, staff, "POST", "/api/admin/signals/", signal);
    const body: { id?: string; code?: string } = await response.json();
    return { status: response.status, ...body };
  } catch {
    return null;
  }
}

async function readLedger(url: string): Promise<LedgerPage["results"]> {
  const entries: LedgerPage["results"] = [];
  for (let after: string | null = "0"; after !== null;) {
    const response: Response = await fetch(`${url}/api/ledger/?after=${after}&limit=1000`);
    const page: LedgerPage = await response.json();
    entries.push(...page.results);
    after = page.next;
  }
  return entries;
}

/** The chain holds, and holds each acknowledged signal exactly once, as do the lists and the sums made from it. */
async function expectWhole(url: string, trader: string, acknowledged: readonly string[]): Promise<void> {
  const entries = await readLedger(url);
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  expect(await verifyChain(entries, { sha256 })).toMatchObject({ holds: true });
  const published = entries.filter(({ kind }) => kind === "published").map(({ signal_id }) => signal_id);
  expect(new Set(published).size).toBe(published.length);
  expect(published).toEqual(expect.arrayContaining([...acknowledged]));
  const summary: { signals: number } = await (await fetch(`${url}/api/summary/`)).json();
  expect(summary.signals).toBe(published.length);
  const record: { statistics: { open: number } } = await (
    await fetch(`${url}/api/traders/${trader}/`)
  ).json();
  expect(record.statistics.open).toBe(published.length);
}

it(
  "killed among writes, it comes back with every acknowledged signal, and members are still signed in",
  { timeout: 90_000 },
  async () => {
    const first = await startDurableSite({ folder });
    site = first;
    const staff = await signInByApi(first.url, STAFF_ID, STAFF_PASSCODE);
    const member = await signInByApi(first.url, MEMBER_ID);
    const trader = await addTrader(first.url, staff);
    const acknowledged: string[] = [];
    const state = { isKilled: false };
    const writers = Array.from({ length: 4 }, async () => {
      while (!state.isKilled) {
        const answer = await publish(first.url, staff, trader);
        if (answer?.id !== undefined) acknowledged.push(answer.id);
      }
    });
    while (acknowledged.length < 25) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.kill();
    state.isKilled = true;
    await Promise.all(writers);

    site = await startDurableSite({ folder });
    await expectWhole(site.url, trader, acknowledged);
    expect((await callApi(site.url, member, "GET", "/api/auth/me/")).status).toBe(200);
    expect(await publish(site.url, staff, trader)).toMatchObject({ status: 201 });
  },
);

it(
  "killed in the middle of an answer, no reader takes the half for the whole",
  { timeout: 60_000 },
  async () => {
    site = await startDurableSite({ folder });
    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    // Long enough that no buffer on the way holds all of it.
    await site.db
      .prepare(
        `INSERT INTO audit_log (seq, at, actor_id, action, target, detail, network, request_id)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
         SELECT i, i, 'nobody', 'signal_voided', 'target', json_object('reason', printf('%0400d', i)), '', 'request' FROM n`,
      )
      .run();
    const response = await callApi(site.url, staff, "GET", "/api/admin/audit/export.csv");
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await site.kill();
    site = null;
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow();
  },
);

it(
  "with its disk full it refuses to write, in words, goes on reading, and recovers with the record whole",
  { timeout: 90_000 },
  async () => {
    site = await startDurableSite({ folder, maxFileKib: 2_500 });
    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    const trader = await addTrader(site.url, staff);
    const acknowledged: string[] = [];
    let refusal: Awaited<ReturnType<typeof publish>> = null;
    for (let tries = 0; tries < 3_000 && refusal === null; tries += 1) {
      const answer = await publish(site.url, staff, trader);
      if (answer?.id !== undefined) acknowledged.push(answer.id);
      else refusal = answer;
    }
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(refusal).toMatchObject({ status: 503, code: "storage_unavailable" });
    await expectWhole(site.url, trader, acknowledged);
    const page = await fetch(`${site.url}/de/signal`);
    expect([page.status, (await page.text()).includes("EUR/USD")]).toEqual([200, true]);

    await site.close();
    site = await startDurableSite({ folder });
    await expectWhole(site.url, trader, acknowledged);
    expect(await publish(site.url, staff, trader)).toMatchObject({ status: 201 });
  },
);
