/** The cost of a page is measured in rows that D1 reads, which does not depend on the machine's load. */
import { expect, it } from "vitest";
import { watchDatabase } from "#tests/worker/api/watched-database.ts";
import { addSomeTrader, createRecord, createRecordApi, publishAndSettle, signalBy } from "./record.ts";

it("a page is read in one round trip, and reads no more rows with 120 signals than with 60", async () => {
  const record = createRecord();
  const traders = await Promise.all([addSomeTrader(record), addSomeTrader(record)]);
  const id = await publishAndSettle(record, signalBy(traders[0], record), "won");
  const pages = [
    "/api/signals/?limit=10",
    `/api/signals/?limit=10&trader=${traders[0]}`,
    "/api/signals/?limit=10&asset=EUR/USD&outcome=lost",
    `/api/signals/?limit=10&trader=${traders[1]}&outcome=void`,
    "/api/signals/?limit=10&from=2026-03-01T01:00:00Z&outcome=won",
    "/api/signals/?limit=10&from=2026-03-01T01:00:00Z&to=2026-03-01T05:00:00Z&outcome=lost",
    "/api/signals/?limit=10&to=2026-03-01T03:00:00Z",
    `/api/signals/${id}/`,
    `/api/traders/${traders[0]}/`,
    "/api/traders/",
    "/api/summary/",
    "/api/ledger/?limit=10",
    "/api/ledger/head/",
    "/api/feeds/en/signals.json",
  ];
  const publish = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      await publishAndSettle(record, signalBy(traders[index % 2] ?? "", record), index % 3 ? "lost" : "won");
    }
  };
  await publish(60);
  const few = await Promise.all(pages.map(rowsRead));
  await publish(60);
  const many = await Promise.all(pages.map(rowsRead));
  expect(few.every((rows) => rows > 0)).toBe(true);
  for (const [index, page] of pages.entries()) expect([page, many[index]]).toEqual([page, few[index]]);
});

/** Rows that D1 reads to answer a path; fails where it takes more than one round trip. */
async function rowsRead(path: string): Promise<number> {
  const { db, takeLog } = watchDatabase();
  const api = createRecordApi({ db, now: () => 0, log: () => {} });
  await (await api.request(`https://tidemark.test${path}`)).arrayBuffer();
  const { trips, rowsRead } = takeLog();
  expect(trips, path).toBe(1);
  return rowsRead;
}
