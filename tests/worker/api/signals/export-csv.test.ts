import { describe, expect, it } from "vitest";
import { publishSignal } from "#worker/api/signals/index.ts";
import { csvCell, streamSignalsCsv } from "#worker/api/signals/export-csv.ts";
import { addSomeTrader, createRecord, signalBy } from "./record.ts";

describe("csvCell", () => {
  it.each([
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", `"'\r=1"`],
    ["＝1", "'＝1"],
    ['say "no", twice', '"say ""no"", twice"'],
    ["plain", "plain"],
    [-0.5, "-0.5"],
    [true, "true"],
    [null, ""],
  ])("writes %o as %o", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

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
