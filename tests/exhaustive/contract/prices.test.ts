/** `npm run prices`: the contract of a price source, from a file of quotes. */
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PriceAnswer } from "#shared/contracts/prices.ts";
import { Problem } from "#shared/contracts/problem.ts";
import { type PriceProcess, startPrices } from "#tests/support/price-process.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const HOUR_MS = 3_600_000;

async function ask(url: string, query: Readonly<Record<string, string>> | string, init?: RequestInit) {
  const response = await fetch(`${url}/prices/?${new URLSearchParams(query)}`, init);
  return { status: response.status, text: await response.text() };
}

describe("a price source from a file", () => {
  let source: PriceProcess;
  const last = (asset: string, at: string) => ask(source.url, { asset, at });

  beforeAll(async () => {
    source = await startPrices(
      [
        "Time,Asset,Price",
        "2026-11-26T10:00:10Z,EUR/USD,1.08510",
        "2026-11-26T10:00:05.1239Z,eurusd,1.0849",
        "2026-11-26T12:00:00+02:00,EURUSD,1.0850",
        "2026-11-26T10:00:10Z,BINANCE:EURUSD, 1.08520",
        "",
        "1795687200000,BTC/USD,97000",
        `${new Date(Date.now() + HOUR_MS).toISOString()},EUR/USD,9`,
      ].join("\r\n"),
      "--source",
      "Test desk",
    );
  });
  afterAll(() => source.stop());

  it("answers with the last quote at or before a moment, by the contract", async () => {
    const { status, text } = await last("EUR/USD", "2026-11-26T10:00:09.999Z");
    expect(status).toBe(200);
    expect(text).toBe(
      '{"asset":"EUR/USD","at":"2026-11-26T10:00:05.123Z","price":"1.0849","source":"Test desk"}',
    );
    expect(v.is(PriceAnswer, JSON.parse(text))).toBe(true);
  });

  it.each([
    ["EUR/USD", "2026-11-26T10:00:00Z", "1.0850", "of the moment itself"],
    ["EUR/USD", "2026-11-26T10:00:10Z", "1.08520", "the last line of several of one moment, every digit"],
    ["eur-usd", "2026-11-26T11:00:10+01:00", "1.08520", "in any spelling and zone"],
    ["EUR/USD", new Date().toISOString(), "1.08520", "nothing that lies ahead"],
    ["BTC/USD", "2026-11-26T10:00:00Z", "97000", "with its time as milliseconds"],
  ])("answers for %s at %s with %s: %s", async (asset, at, price) => {
    expect(JSON.parse((await last(asset, at)).text)).toMatchObject({ asset, price });
  });

  it.each([
    [404, "EUR/USD", "2026-11-26T09:59:59.999Z", "before its first quote"],
    [404, "GBP/USD", "2026-11-26T10:00:00Z", "of an asset that it does not have"],
    [425, "EUR/USD", new Date(Date.now() + HOUR_MS / 2).toISOString(), "ahead of its clock"],
    [400, "", "2026-11-26T10:00:00Z", "of no asset"],
    [400, "EUR/USD", "2026-11-26T10:00:00", "without a zone"],
    [400, "EUR/USD", "2026-02-31T10:00:00Z", "on no day"],
    [400, "EUR/USD", "", "at no time"],
  ])("answers %i for %s at %s: %s", async (expected, asset, at) => {
    const { status, text } = await last(asset, at);
    expect(status).toBe(expected);
    expect(v.is(Problem, JSON.parse(text))).toBe(true);
  });

  it("rejects repeated parameters, other paths and other methods", async () => {
    const at = "at=2026-11-26T10:00:00Z";
    expect(await ask(source.url, `asset=EUR/USD&asset=EUR/GBP&${at}`)).toMatchObject({ status: 400 });
    expect(await ask(source.url, `asset=EUR/USD&${at}&${at}`)).toMatchObject({ status: 400 });
    expect(await ask(source.url, `asset=EUR/USD&${at}`, { method: "POST" })).toMatchObject({ status: 405 });
    for (const path of ["", "/", "/prices", "/prices/x"])
      expect((await fetch(source.url + path)).status).toBe(404);
  });

  it("listens on this machine alone", () => {
    expect(source.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});

it.each([
  [
    "2026-11-26T10:00:00Z,EUR/USD,1.08",
    "2026-11-26T10:00:00,EUR/USD,1.08",
    "2026-11-26T10:00:00 is neither an ISO",
  ],
  ["time,asset,price", "2026-02-30T10:00:00Z,EUR/USD,1.08", "2026-02-30T10:00:00Z is neither an ISO"],
  ["time,asset,price", "2026-11-26T10:00:00Z,EUR/USD", "must be time,asset,price"],
  ["time,asset,price", "2026-11-26T10:00:00Z,EUR/USD,1,085", "must be time,asset,price"],
  ["time,asset,price", "2026-11-26T10:00:00Z,EUR/USD,1e3", "1e3 is not a price: it must be a decimal number"],
  ["time,asset,price", "2026-11-26T10:00:00Z,?,1.08", "? is not an asset"],
  ["2026-11-26T10:00:00Z,EUR/USD,1.08", "time,asset,price", "time is neither an ISO"],
])("does not start with a line that it cannot parse: %s, then %s", async (first, second, words) => {
  await expect(startPrices(`${first}\n${second}\n`)).rejects.toThrow(`line 2: ${words}`);
});

it("does not start without quotes, without a file or with invalid options", async () => {
  await expect(startPrices("time,asset,price\n")).rejects.toThrow("has no quotes");
  await expect(startPrices("/nowhere/quotes.csv")).rejects.toThrow(
    "There is no file or folder /nowhere/quotes.csv",
  );
  await expect(startPrices("a\n", "--source", "")).rejects.toThrow("--source must be");
  await expect(startPrices("a\n", "--port", "70000")).rejects.toThrow("--port must be");
});

describe("a file with a million quotes", () => {
  const folder = temporaryFolder();
  const LINES = 1_000_000;
  const ASSETS = ["EUR/USD", "GBP/USD", "USD/JPY", "BTC/USD"];
  const START_MS = Date.UTC(2026, 0, 1);

  /** Of one second each; `step` shuffles them, where it has no divisor in common with their number. */
  async function writeQuotes(file: string, step: number): Promise<void> {
    const handle = await open(file, "w");
    for (let first = 0; first < LINES; first += 50_000) {
      const lines = Array.from({ length: 50_000 }, (_, index) => {
        const second = ((first + index) * step) % LINES;
        return `${new Date(START_MS + second * 1000).toISOString()},${ASSETS[second % 4]},${priceAt(second)}\n`;
      });
      await handle.write(lines.join(""));
    }
    await handle.close();
  }
  const priceAt = (second: number) => `1.${String(second).padStart(6, "0")}`;

  it.each([
    ["in order", 1],
    ["in any order", 700_001],
  ])(
    "%s takes at most 250 MB, and each request gets its answer",
    { timeout: 120_000 },
    async (_order, step) => {
      const file = join(folder, `${step}.csv`);
      await writeQuotes(file, step);
      const source = await startPrices(file);
      try {
        const peak = await peakMegabytesOf(source.pid);
        for (let second = 7; second < LINES; second += 10_007) {
          const at = new Date(START_MS + second * 1000 + 1).toISOString();
          const { text } = await ask(source.url, { asset: ASSETS[second % 4] ?? "", at });
          expect(JSON.parse(text)).toMatchObject({ price: priceAt(second) });
        }
        expect(peak).toBeLessThan(250);
      } finally {
        await source.stop();
      }
    },
  );
});

async function peakMegabytesOf(pid: number): Promise<number> {
  const [, kibibytes] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}
