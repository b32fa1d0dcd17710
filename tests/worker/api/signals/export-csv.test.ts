import { describe, expect, it } from "vitest";
import { publishSignal } from "#worker/api/signals/index.ts";
import { streamSignalsCsv } from "#worker/api/signals/export-csv.ts";
import { addSomeTrader, createRecord, signalBy } from "./record.ts";

describe("streamSignalsCsv", () => {
  it("reads a page only when the reader asks for more", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    for (let index = 0; index < 3; index += 1) await publishSignal(record.deps, signalBy(trader, record));
    let reads = 0;
    const db = new Proxy(record.deps.db, {
      get(target, name) {
        if (name === "prepare") reads += 1;
        return Reflect.get(target, name).bind(target);
      },
    });
    const reader = streamSignalsCsv(db, {}, 1).getReader();
    await reader.read();
    expect(reads).toBeLessThanOrEqual(2);
    await reader.read();
    await reader.read();
    expect((await reader.read()).done).toBe(true);
    expect(reads).toBe(3);
  });
});
