/** Many concurrent writers: each gets a result in time, and every acknowledged signal is stored exactly once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { signInByApi } from "#tests/support/api-client.ts";
import { startDurableSite } from "#tests/support/durable-site.ts";
import { addTrader, expectWhole, publish } from "#tests/support/record-writer.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";

const WRITERS = 64;
const ROUNDS = 3;

it("64 writers each get a result, and acknowledged signals are stored", { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  const site = await startDurableSite({ folder });
  try {
    const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
    const trader = await addTrader(site.url, staff);
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
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
