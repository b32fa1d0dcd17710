/** `npm run verify -- URL --prices`: the sources are asked again for what they said. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PricedRecord, startPricedRecord } from "#tests/support/priced-record.ts";
import { type PriceReply, type PriceSourceDouble, startPriceSource } from "#tests/support/price-source.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";

const SIGNALS = 3;
/** Every ten seconds. */
const quoted = (asset: string, atMs: number, source = "Steps", price = "1.50"): PriceReply => {
  const at = new Date(atMs - (atMs % 10_000)).toISOString();
  return { status: 200, body: { asset, at, price, source } };
};

let source: PriceSourceDouble;
let record: PricedRecord;
let entryMs = 0;

beforeAll(async () => {
  source = await startPriceSource(({ asset, atMs }) => quoted(asset, atMs));
  record = await startPricedRecord();
  for (let times = 0; times < SIGNALS; times += 1) {
    const published = await record.publish([source]);
    ({ entryMs } = published);
    record.clock.ms = published.expiryMs;
  }
  expect(await settleByPrices(record.dependencies([source]))).toBe(SIGNALS);
}, 60_000);

afterAll(() => Promise.all([record.site.close(), source.close()]));

const check = (many: string) => verify(record.site.url, "--prices", many);

it("says how many quotes are still as on the record, of all or of some", async () => {
  expect(await check("all")).toMatchObject({
    code: 0,
    output: expect.stringContaining("asked again for 6 of 6 quotes: 6 match the record, 0 do not."),
  });
  expect((await check("2")).output).toContain("asked again for 2 of 6 quotes: 2 match the record");
});

it.each([
  [
    "another price",
    (asset: string, atMs: number) => quoted(asset, atMs, "Steps", "1.51"),
    "It says 1.51 of ",
  ],
  ["another quote", (asset: string, atMs: number) => quoted(asset, atMs - 10_000), "It says 1.50 of "],
  ["the same in other bytes", (asset: string, atMs: number) => quoted(asset, atMs, "Step"), "in other bytes"],
  ["no quote", () => ({ status: 404 }), "that there is no quote"],
])("names a quote for which there is now %s", async (_what, reply, words) => {
  source.reply = ({ asset, atMs }) => (atMs === entryMs ? reply(asset, atMs) : quoted(asset, atMs));
  const { code, output } = await check("all");
  expect(code).toBe(1);
  expect(output).toContain(
    `${source.address} no longer gives the quote of ledger line 7 for EUR/USD at ${new Date(entryMs).toISOString()}: 1.50 of `,
  );
  expect(output).toContain(words);
  expect(output).toContain("5 match the record, 1 do not.");
});

it("takes a source that does not answer for no difference, and says so", async () => {
  source.reply = () => ({ status: 503 });
  const { code, output } = await check("all");
  expect(code).toBe(0);
  expect(output).toContain(`6 got no answer from ${source.address}.`);
});

it.each([
  [["https://site.example", "--prices", "some"], "--prices is a number, or all: some"],
  [["ledger.ndjson", "--prices", "all"], "--state and --prices only work for sites."],
])("refuses %j", async (args, words) => {
  const { code, output } = await verify(...args);
  expect(code).toBe(2);
  expect(output).toContain(words);
});
