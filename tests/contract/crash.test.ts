/** The process is killed, or its disk is full, during writes: every acknowledged signal is stored exactly once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { type DurableSite, startDurableSite } from "#tests/support/durable-site.ts";
import { addTrader, expectWhole, publish } from "#tests/support/record-writer.ts";
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

it(
  "after a kill during writes, every acknowledged signal is stored and members are still signed in",
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
  "a response that is cut off by a kill fails for its reader instead of appearing complete",
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
  "with a full disk the site refuses writes with an error, keeps serving pages, and recovers with a complete ledger",
  { timeout: 90_000 },
  async () => {
    site = await startDurableSite({ folder, maxFileKib: 3_000 });
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
