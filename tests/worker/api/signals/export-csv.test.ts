import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { correctSignal, publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { exportSignals } from "#worker/api/signals/export-csv.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./record.ts";

describe("exportSignals", () => {
  it("reads a page only when the reader asks for more", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    for (let index = 0; index < 3; index += 1) await publishSignal(record.deps, signalBy(trader, record));
    let reads = 0;
    const db = new Proxy(env.DB, {
      get(target, name) {
        if (name === "prepare") reads += 1;
        return Reflect.get(target, name).bind(target);
      },
    });
    const { body } = await exportSignals(drizzle(db), { after: 0 }, { partRows: 9, pageRows: 1 });
    const reader = body.getReader();
    await reader.read();
    expect(reads).toBeLessThanOrEqual(3);
    await reader.read();
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    // Where it ends, three pages, and what may have come behind the last.
    expect(reads).toBe(5);
  });

  it("has one header, and each signal in a line as the list shows it", async () => {
    const record = createRecord(Date.UTC(2026, 3, 1));
    const trader = await addSomeTrader(record);
    const late = { entry_at: "2026-03-31T23:59:00.000Z", direction: "down" } as const;
    const lost = await publishAndSettle(record, signalBy(trader, record, late), "lost");
    const { id, published_seq } = await publishSignal(record.deps, signalBy(trader, record));
    await voidSignal(record.deps, id, "No price");
    const { body } = await exportSignals(record.deps.db, { trader, after: 0 }, { partRows: 9, pageRows: 1 });
    const lines = (await new Response(body).text()).split("\r\n");
    expect(lines).toEqual([
      "id,trader,trader_name,asset,direction,published_at,entry_at,expires_at,settle_by,payout,stake,outcome,is_late," +
        "settled_at,void_reason,published_seq,settled_seq,corrected_from,corrected_at,correction_reason,corrected_seq,is_otc,confidence,counts_as_lost,witnessed_at",
      `${lost},${trader},Name of ${trader},EUR/USD,down,2026-04-01T00:00:00.000Z,2026-03-31T23:59:00.000Z,` +
        `2026-04-01T00:06:00.000Z,2026-04-02T00:06:00.000Z,0.85,1,lost,true,2026-04-01T00:06:00.000Z,,` +
        `${published_seq - 2},${published_seq - 1},,,,,false,,false,`,
      `${id},${trader},Name of ${trader},EUR/USD,up,2026-04-01T00:06:00.000Z,2026-04-01T00:07:00.000Z,` +
        `2026-04-01T00:12:00.000Z,2026-04-02T00:12:00.000Z,0.85,1,void,false,2026-04-01T00:06:00.000Z,No price,` +
        `${published_seq},${published_seq + 1},,,,,false,,false,`,
      "",
    ]);
  });

  it("says how an outcome was corrected", async () => {
    const record = createRecord(Date.UTC(2026, 4, 1));
    const trader = await addSomeTrader(record);
    const otc = signalBy(trader, record, { asset: "EURUSD_otc" });
    const id = await publishAndSettle(record, otc, "won");
    await correctSignal(record.deps, id, { from: "won", outcome: "lost", reason: "Price misread" });
    const { body } = await exportSignals(record.deps.db, { trader, after: 0 });
    const text = await new Response(body).text();
    expect(text).toContain(",lost,false,2026-05-01T00:06:00.000Z,,");
    expect(text).toMatch(/,won,2026-05-01T00:06:00\.000Z,Price misread,\d+,true,,false,\r\n$/);
  });
});
