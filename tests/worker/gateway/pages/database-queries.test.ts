/** How many database queries a page makes, whatever its address: far from the database, each further query in sequence costs a round trip. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { pageHref, PAGES } from "#shared/site/routes.ts";
import {
  addSomeTrader,
  createRecord,
  createRecordApi,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { watchDatabase } from "#tests/worker/api/watched-database.ts";
import { testGateway } from "../test-gateway.ts";

/** Home shows signals, leaders and totals. */
const MAX_ROUND_TRIPS = 3;

/**
 * In each batch one for the entry that the answer is as of; in those of traders one more for the verdicts, which depend on all
 * traders.
 */
const MAX_STATEMENTS = 7;

const record = createRecord();
const { db, takeLog } = watchDatabase({ tripMs: 20 });
const api = createRecordApi({ db, now: record.deps.now, log: () => {} });
const { gateway } = testGateway({
  upstream: {
    baseUrl: "https://embedded-api.invalid",
    fetch: async (...call) => api.fetch(new Request(...call)),
    isEmbedded: true,
  },
  now: record.deps.now,
});

let trader = "";
let signal = "";

beforeAll(async () => {
  trader = await addSomeTrader(record);
  for (let index = 0; index < 3; index += 1)
    signal = await publishAndSettle(record, signalBy(trader, record), "won");
});

/** Round trips, those of them that follow one another, and statements, each of a batch by itself; at an origin for which nothing has been kept yet. */
async function queriesOf(path: string): Promise<{ trips: number; sequence: number; statements: number }> {
  const response = await gateway.fetch(
    new Request(`https://${crypto.randomUUID()}.example${path}`),
    env,
    createExecutionContext(),
  );
  await response.arrayBuffer();
  expect(response.status, path).toBe(200);
  const { trips, sequence, statements } = takeLog();
  return { trips, sequence, statements: statements.length };
}

async function expectFewQueries(path: string): Promise<void> {
  const { trips, sequence, statements } = await queriesOf(path);
  expect(sequence, path).toBeLessThanOrEqual(1);
  expect(trips, path).toBeLessThanOrEqual(MAX_ROUND_TRIPS);
  expect(statements, path).toBeLessThanOrEqual(MAX_STATEMENTS);
}

describe("a page makes at most three database round trips, all at once", () => {
  it("for each page, and for its payload", async () => {
    for (const page of PAGES) {
      const path = pageHref("de", page);
      await expectFewQueries(path);
      await expectFewQueries(`${path}/_payload.json`);
    }
  });

  it("for lists with filters, one signal, the root, feeds and sitemaps", async () => {
    for (const path of [
      "/",
      "/api/feeds/en/signals.atom",
      "/sitemap.xml",
      "/sitemap-record-1.xml",
      `/en/signal/${signal}`,
      `/en/signal?trader=${trader}&asset=EUR/USD&outcome=won&from=03/01/26&to=03/02/26`,
      "/en/signal?cursor=9",
      "/en/traders?sort=-net",
    ]) {
      await expectFewQueries(path);
    }
  });

  it("and does make them if it shows the record", async () => {
    expect(await queriesOf("/en?unknown")).toEqual({ trips: 3, sequence: 1, statements: 7 });
  });
});

it("a trader's page makes four, after its slices were added up for the newest entry", async () => {
  const first = await queriesOf(`/en/traders/${trader}`);
  expect(first).toMatchObject({ trips: 6, sequence: 2 });
  expect(await queriesOf(`/en/traders/${trader}?unknown`)).toEqual({ trips: 4, sequence: 1, statements: 10 });
});
