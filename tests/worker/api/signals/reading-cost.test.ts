/** What a page costs is counted in rows that D1 reads, which a busy machine cannot blur. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { addSomeTrader, createRecord, createRecordApi, publishAndSettle, signalBy } from "./record.ts";

it("reads no more rows for a page of 600 signals than for one of 60", { timeout: 60_000 }, async () => {
  const record = createRecord();
  const traders = await Promise.all([addSomeTrader(record), addSomeTrader(record)]);
  const pages = [
    "/api/signals/?limit=10",
    `/api/signals/?limit=10&trader=${traders[0]}`,
    "/api/signals/?limit=10&asset=EUR/USD&outcome=lost",
    `/api/signals/?limit=10&trader=${traders[1]}&outcome=void`,
    "/api/signals/?limit=10&from=2026-03-01T01:00:00Z&outcome=won",
    "/api/signals/?limit=10&from=2026-03-01T01:00:00Z&to=2026-03-01T05:00:00Z&outcome=lost",
    "/api/signals/?limit=10&to=2026-03-01T03:00:00Z",
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
  await publish(540);
  const many = await Promise.all(pages.map(rowsRead));
  expect(few.every((rows) => rows > 0)).toBe(true);
  for (const [index, page] of pages.entries()) expect([page, many[index]]).toEqual([page, few[index]]);
});

it("asks the database at most once for each answer", async () => {
  const record = createRecord();
  const trader = await addSomeTrader(record);
  for (const page of [
    "/api/signals/",
    `/api/traders/${trader}/`,
    "/api/summary/",
    "/api/ledger/",
    "/api/signals/x/",
  ]) {
    expect(await rowsRead(page), page).toBeGreaterThanOrEqual(0);
  }
});

/** Rows that D1 reads to answer a path; fails where it takes more than one round trip. */
async function rowsRead(path: string): Promise<number> {
  let rows = 0;
  let trips = 0;
  const count = (results: readonly D1Result[]) => {
    trips += 1;
    for (const { meta } of results) rows += meta.rows_read;
    return results;
  };
  const db = {
    prepare: (sql: string) => counted(env.DB.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => count(await env.DB.batch(statements.map(bare))),
  };
  const inner = new WeakMap<object, D1PreparedStatement>();
  const bare = (statement: D1PreparedStatement) => inner.get(statement) ?? statement;
  function counted(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapper = {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      all: async () => count([await statement.all()])[0],
      first: async () => count([await statement.all()])[0]?.results[0] ?? null,
    } as unknown as D1PreparedStatement;
    inner.set(wrapper, statement);
    return wrapper;
  }
  const api = createRecordApi({ db: db as unknown as D1Database, now: () => 0, log: () => {} });
  await (await api.request(`https://tidemark.test${path}`)).arrayBuffer();
  expect(trips, path).toBe(1);
  return rows;
}
