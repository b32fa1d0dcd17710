/** Exports in several parts, here with small parts and pages. */
import { beforeAll, describe, expect, it } from "vitest";
import type { CsvReader } from "#shared/contracts/paging.ts";
import type { SignalFilters } from "#shared/contracts/signal-queries.ts";
import { csvCell, EXPORT_SIZES, type ExportPart, type ExportSizes } from "#worker/api/export-part.ts";
import { exportLedger } from "#worker/api/ledger/read-ledger.ts";
import { exportSignals } from "#worker/api/signals/export-csv.ts";
import { streamPages } from "#worker/api/page-stream.ts";
import { publishSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./signals/record.ts";
import { watchDatabase } from "./watched-database.ts";
import { EXPORT_PART_ROWS } from "#shared/limits/ledger.ts";

const MARK = "\uFEFF";
const { db, takeLog } = watchDatabase();
const record = createRecord();
const traders: string[] = [];
/** Seq of the newest entry. */
let head = 0;

// 24 signals by two traders, every third of them voided.
beforeAll(async () => {
  traders.push(await addSomeTrader(record), await addSomeTrader(record));
  for (let index = 0; index < 24; index += 1) {
    const signal = signalBy(traders[index % 2] ?? "", record);
    if (index % 3 === 0) {
      const { id } = await publishSignal(record.deps, signal);
      await voidSignal(record.deps, id, "No price at Río Grande");
    } else await publishAndSettle(record, signal, "lost");
  }
  head = (await (await record.ask("/api/ledger/head/")).json<{ seq: number }>()).seq;
});

type ReadPart = (after: number, sizes: ExportSizes) => Promise<ExportPart<number>>;

const ofLedger: ReadPart = (after, sizes) => exportLedger(db, after, sizes);
const ofSignals =
  (filters: SignalFilters, reader?: CsvReader): ReadPart =>
  (after, sizes) =>
    exportSignals(db, { ...filters, after, for: reader }, sizes);

/** Texts of all parts, and the statements that each has taken. */
async function readParts(readPart: ReadPart, sizes: ExportSizes) {
  const parts: { readonly text: string; readonly statements: number }[] = [];
  for (let after: number | null = 0; after !== null;) {
    takeLog();
    const part: ExportPart<number> = await readPart(after, sizes);
    const text = await textOf(part.body);
    parts.push({ text, statements: takeLog().statements.length });
    after = part.next;
  }
  return parts;
}

describe("all parts of an export together", () => {
  const filters = () => [
    {},
    { trader: traders[0] },
    { trader: traders[1], outcome: "void" } as const,
    { from: record.clock.ms - 30 * 60_000 },
    { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 1, 0, 40) },
    { from: Date.UTC(2031, 0, 1) },
    { to: Date.UTC(2001, 0, 1) },
    { outcome: "won" } as const,
  ];

  it.each([1, 5, 24])("are the whole file: signals, %s per part", async (partRows) => {
    for (const filter of filters()) {
      const [whole] = await readParts(ofSignals(filter), EXPORT_SIZES);
      const parts = await readParts(ofSignals(filter), { partRows, pageRows: 2 });
      expect(parts.map(({ text }) => text).join("")).toBe(whole?.text);
      const rows = (whole?.text.split("\r\n").length ?? 0) - 2;
      expect(parts).toHaveLength(Math.max(1, Math.ceil(rows / partRows)));
    }
  });

  it.each([4, 50])("are the whole file: ledger entries, %s per part", async (partRows) => {
    const [whole] = await readParts(ofLedger, EXPORT_SIZES);
    const parts = await readParts(ofLedger, { partRows, pageRows: 3 });
    expect(parts.map(({ text }) => text).join("")).toBe(whole?.text);
    expect(parts).toHaveLength(Math.ceil(head / partRows));
  });

  it("have one line of names as CSV, at the start, and only for Excel a byte order mark before it", async () => {
    const sizes = { partRows: 4, pageRows: 2 };
    const [plain, marked] = await Promise.all(
      [undefined, "excel" as const].map(async (reader) => {
        const parts = await readParts(ofSignals({}, reader), sizes);
        return parts.map(({ text }) => text).join("");
      }),
    );
    expect(plain).toMatch(/^id,trader,/);
    expect(plain).toContain("Río Grande");
    expect(plain?.split("id,trader,")).toHaveLength(2);
    expect(plain).not.toContain(MARK);
    expect(marked).toBe(`${MARK}${plain}`);
  });
});

describe("a part of an export", () => {
  it("takes at most 40 SQL statements, whatever the filter", async () => {
    expect(EXPORT_SIZES.partRows).toBe(EXPORT_PART_ROWS);
    const pages = EXPORT_SIZES.partRows / EXPORT_SIZES.pageRows;
    // As many pages, of one row each.
    const sizes = { partRows: pages, pageRows: 1 };
    for (const readPart of [ofLedger, ofSignals({}), ofSignals({ outcome: "lost" })])
      for (const { statements } of await readParts(readPart, sizes))
        expect(statements).toBeLessThanOrEqual(37);
    const [longest] = await readParts(ofLedger, sizes);
    expect(longest?.statements).toBe(37);
  });

  it("ends at the announced entry, even if more is published meanwhile", async () => {
    const part = await exportLedger(db, 0, { partRows: head - 1, pageRows: 5 });
    await addSomeTrader(record);
    const lines = (await textOf(part.body)).trimEnd().split("\n");
    expect([lines.length, part.next]).toEqual([head - 1, head - 1]);
  });

  it("after the newest entry is empty and the last one", async () => {
    for (const readPart of [ofLedger, ofSignals({})]) {
      const part = await readPart(head + 1_000, EXPORT_SIZES);
      expect([await textOf(part.body), part.next]).toEqual(["", null]);
    }
  });
});

it.each([
  ["=1+1", "'=1+1"],
  ["+49", "'+49"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", `"'\r=1"`],
  ["＝1", "'＝1"],
  ['say "no", twice', '"say ""no"", twice"'],
  ["no price;=1+1;-1", `"no price;'=1+1;'-1"`],
  ["no price; too late", '"no price; too late"'],
  ['say "no"', '"say ""no"""'],
  ["plain", "plain"],
  [-0.5, "-0.5"],
  [true, "true"],
  [null, ""],
])("a cell of CSV for %o is %o", (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it("an export whose page cannot be read ends with an error, so that a part is not taken for the whole", async () => {
  const broken = streamPages(0, async (cursor) => {
    if (cursor === 1) throw new Error("no such page");
    return { text: "one\n", next: 1 };
  });
  await expect(new Response(broken).text()).rejects.toThrow("no such page");
});

/** With its byte order mark, which `Response.text` takes off. */
async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
    await new Response(body).arrayBuffer(),
  );
}
