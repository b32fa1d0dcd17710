import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import type { Ending } from "#shared/record/ending.ts";
import { endByPrices } from "#worker/api/signals/end-signals.ts";
import { correctSignal, publishSignal, settleSignal, voidSignal } from "#worker/api/signals/index.ts";
import { exportSignals } from "#worker/api/signals/export-csv.ts";
import { addSomeTrader, createRecord, pricedBy, pricesOf, publishAndSettle, signalBy } from "./record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

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

  it("has one header, and a line for each signal with the values of the list", async () => {
    const record = createRecord(Date.UTC(2026, 3, 1));
    const trader = await addSomeTrader(record);
    const late = { entry_at: "2026-03-31T23:59:00.000Z", direction: "down" } as const;
    const lost = await publishAndSettle(record, signalBy(trader, record, late), "lost");
    const { id, published_seq } = await publishSignal(record.deps, signalBy(trader, record));
    await voidSignal(record.deps, id, "No price");
    const otc = signalBy(trader, record, { asset: "EURUSD_otc", confidence: 72 });
    const corrected = await publishAndSettle(record, otc, "won");
    await correctSignal(record.deps, corrected, { from: "won", outcome: "lost", reason: "Price misread" });
    const { body } = await exportSignals(record.deps.db, { trader, after: 0 }, { partRows: 9, pageRows: 1 });
    const lines = (await new Response(body).text()).split("\r\n");
    const HAND = [EVIDENCE.price, EVIDENCE.at, EVIDENCE.where, ""].join(",");
    expect(lines).toEqual([
      "id,trader,trader_name,asset,direction,published_at,entry_at,expires_at,settle_by,payout,stake,outcome,is_late," +
        "settled_at,void_reason,published_seq,settled_seq,corrected_from,corrected_at,correction_reason,corrected_seq,is_otc,confidence,counts_as_lost,witnessed_at," +
        "settled_by,stated_price,price_sources,max_quote_age_s,price_source,entry_price,entry_price_at,entry_price_sha256," +
        "expiry_price,expiry_price_at,expiry_price_sha256,evidence_price,evidence_at,evidence_where,evidence_note",
      `${lost},${trader},Name of ${trader},EUR/USD,down,2026-04-01T00:00:00.000Z,2026-03-31T23:59:00.000Z,` +
        `2026-04-01T00:06:00.000Z,2026-04-02T00:06:00.000Z,0.85,1,lost,true,2026-04-01T00:06:00.000Z,,` +
        `${published_seq - 2},${published_seq - 1},,,,,false,,false,,hand,,,,,,,,,,,${HAND}`,
      `${id},${trader},Name of ${trader},EUR/USD,up,2026-04-01T00:06:00.000Z,2026-04-01T00:07:00.000Z,` +
        `2026-04-01T00:12:00.000Z,2026-04-02T00:12:00.000Z,0.85,1,void,false,2026-04-01T00:06:00.000Z,No price,` +
        `${published_seq},${published_seq + 1},,,,,false,,false,,hand,,,,,,,,,,,,,,`,
      `${corrected},${trader},Name of ${trader},EURUSD_otc,up,2026-04-01T00:06:00.000Z,2026-04-01T00:07:00.000Z,` +
        `2026-04-01T00:12:00.000Z,2026-04-02T00:12:00.000Z,0.85,1,lost,false,2026-04-01T00:12:00.000Z,,` +
        `${published_seq + 2},${published_seq + 3},won,2026-04-01T00:12:00.000Z,Price misread,${published_seq + 4},` +
        `true,72,false,,hand,,,,,,,,,,,${HAND}`,
      "",
    ]);
  });

  it("shows the prices that settled a signal, and the evidence if staff settled it", async () => {
    const record = createRecord(Date.UTC(2026, 5, 1));
    const trader = await addSomeTrader(record);
    const deps = { ...record.deps, priceConfig: pricedBy("a.test/fx", "b.test") };
    const [one, two, three] = [
      await publishSignal(deps, { ...signalBy(trader, record), stated_price: "1.08510" }),
      await publishSignal(deps, signalBy(trader, record)),
      await publishSignal(record.deps, signalBy(trader, record)),
    ];
    record.clock.ms = Date.parse(one.expires_at) + 1000;
    const said = [
      { ...pricesOf(one, "-37.5", "1.2"), address: "a.test/fx", source: "=A; B" },
      { ...pricesOf(one, "1.3", "1.4"), address: "b.test", source: "C" },
    ];
    const gap = said.map((ofSource) => ({ ...ofSource, entry: null }));
    const ends = new Map<number, Ending>([
      [one.published_seq, { cause: "prices", outcome: "won", prices: said }],
      [two.published_seq, { cause: "no_price", outcome: "void", prices: gap }],
    ]);
    expect(await endByPrices(deps, ends)).toMatchObject({ ended: 2 });
    await settleSignal(deps, three.id, "lost", {
      price: "1.1",
      at: three.expires_at,
      where: "a chart, read twice",
      note: "the sources disagreed",
    });
    const { body } = await exportSignals(record.deps.db, { trader, after: 0 });
    const lines = (await new Response(body).text()).split("\r\n").slice(1);
    const [entryAt, expiryAt] = [one.entry_at, one.expires_at];
    const hashes = (...digits: readonly string[]) => digits.map((digit) => digit.repeat(64)).join(" ");
    expect(lines.map((line) => line.split(",false,,false,,")[1])).toEqual([
      // As a text, a negative price gets the apostrophe of all that could be a formula.
      `prices,1.08510,a.test/fx b.test,60,"'=A; B; C",'-37.5 1.3,${entryAt} ${entryAt},${hashes("5", "3")},` +
        `1.2 1.4,${expiryAt} ${expiryAt},${hashes("2", "4")},,,,`,
      `prices,,a.test/fx b.test,60,"'=A; B; C",,,,1.2 1.4,${expiryAt} ${expiryAt},${hashes("2", "4")},,,,`,
      `hand,,,,,,,,,,,1.1,${three.expires_at},"a chart, read twice",the sources disagreed`,
      undefined,
    ]);
  });
});
