/** Many write at once, or the process is killed, or its disk is full: every acknowledged signal is stored exactly once. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { type DurableSite, startDurableSite } from "#tests/support/durable-site.ts";
import { addTrader, expectWhole, publish } from "#tests/support/record-writer.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const folders = temporaryFolder();
let folder: string;
let site: DurableSite | null;

beforeEach(() => {
  folder = mkdtempSync(join(folders, "site-"));
  site = null;
});
afterEach(() => site?.close());

/** With a trader for whom staff publish. */
async function open(options: { readonly maxFileKib?: number } = {}) {
  const started = await startDurableSite({ folder, ...options });
  site = started;
  const staff = await signInByApi(started.url, STAFF_ID, STAFF_PASSCODE);
  return { site: started, staff, trader: await addTrader(started.url, staff) };
}

async function reopen(): Promise<DurableSite> {
  site = await startDurableSite({ folder });
  return site;
}

const WRITERS = 64;
const ROUNDS = 3;

it("64 writers each get a result, and acknowledged signals are stored", { timeout: 180_000 }, async () => {
  const { site, staff, trader } = await open();
  const acknowledged: string[] = [];
  const refused: unknown[] = [];
  const writeAs = async (address: string) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answer = await publish(site.url, staff, trader, { "CF-Connecting-IP": address });
      if (answer?.id === undefined) refused.push(answer);
      else acknowledged.push(answer.id);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => writeAs(`192.0.2.${index}`)));
  const busy = { status: 503, code: "ledger_busy", retryAfter: "1" };
  expect(refused).toEqual(refused.map(() => expect.objectContaining(busy)));
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
  // On the record there is nothing else: who was refused has written nothing.
  expect(await expectWhole(site.url, trader, acknowledged)).toBe(acknowledged.length);
});

it(
  "after a kill during writes, every acknowledged signal is stored and members are still signed in",
  { timeout: 90_000 },
  async () => {
    const { site: first, staff, trader } = await open();
    const member = await signInByApi(first.url, MEMBER_ID);
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

    const { url } = await reopen();
    await expectWhole(url, trader, acknowledged);
    expect((await callApi(url, member, "GET", "/api/auth/me/")).status).toBe(200);
    expect(await publish(url, staff, trader)).toMatchObject({ status: 201 });
  },
);

it(
  "a response that is cut off by a kill fails for its reader instead of appearing complete",
  { timeout: 60_000 },
  async () => {
    const opened = await open();
    // Long enough that no buffer on the way holds all of it.
    await opened.site.db
      .prepare(
        `INSERT INTO audit_log (seq, at, actor_id, action, target, detail, network, request_id)
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 40000)
         SELECT i, i, 'nobody', 'signal_voided', 'target', json_object('reason', printf('%0400d', i)), '', 'request' FROM n`,
      )
      .run();
    const response = await callApi(opened.site.url, opened.staff, "GET", "/api/admin/audit/export.csv");
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
    await opened.site.kill();
    site = null;
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow();
  },
);

it(
  "with a full disk the site refuses writes with an error, keeps serving pages, and recovers with a complete ledger",
  { timeout: 90_000 },
  async () => {
    const { site, staff, trader } = await open({ maxFileKib: 3_000 });
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
    const { url } = await reopen();
    await expectWhole(url, trader, acknowledged);
    expect(await publish(url, staff, trader)).toMatchObject({ status: 201 });
  },
);
