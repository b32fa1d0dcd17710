/** Prices for the picture of a signal and the newest one of an asset, from a source that the tests play. */
import { afterEach, expect, it, vi } from "vitest";
import { PRICE_SERIES } from "#shared/limits/prices.ts";
import { RULE } from "#tests/support/priced-acts.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { readLatestPrice, readSignalPrices } from "#worker/api/prices/price-series.ts";
import { pricedBy } from "#tests/worker/api/signals/record.ts";
import { someSignal } from "#tests/support/some-signal.ts";

const CONFIG = pricedBy("prices.test");
const ENTRY_MS = Date.UTC(2026, 10, 26, 10);
const EXPIRY_MS = ENTRY_MS + 10 * 60_000;
const POINTS = [
  { at: "2026-11-26T09:58:30Z", price: "1.1" },
  { at: "2026-11-26T10:05:00.0009Z", price: "1.2" },
];

/** Each call is in a minute of its own, so that no test uses up the allowance of another. */
let minutes = 60;
const nextMinute = () => EXPIRY_MS + (minutes += 1) * 60_000;
let assets = 0;

function signalOn(asset: string, changes: Partial<Signal> = {}) {
  const entry_at = new Date(ENTRY_MS).toISOString();
  const expires_at = new Date(EXPIRY_MS).toISOString();
  return someSignal({ asset, entry_at, expires_at, price_rule: RULE, ...changes });
}

/** Answers are kept by asset, so each test has one of its own. */
function answering(reply: (url: URL) => unknown) {
  const asset = `TEST/${(assets += 1)}`;
  const asked: URL[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const url = new URL(address);
    asked.push(url);
    const body = reply(url);
    if (body instanceof Response) return body;
    if (body instanceof Error) throw body;
    return Response.json(body);
  });
  return { asset, asked };
}

const NOTHING = { address: null, points: [] };

afterEach(() => void vi.unstubAllGlobals());

it("the source is asked once for an ended signal, from a fifth of its life before entry to its expiry", async () => {
  const { asset, asked } = answering((url) => ({ asset: url.searchParams.get("asset"), points: POINTS }));
  const read = () => readSignalPrices(signalOn(asset, { outcome: "won" }), CONFIG, nextMinute());
  const points = [
    { at: "2026-11-26T09:58:30.000Z", price: "1.1" },
    { at: "2026-11-26T10:05:00.000Z", price: "1.2" },
  ];
  expect(await read()).toEqual({ address: "prices.test", points });
  expect(await read()).toEqual({ address: "prices.test", points });
  expect(asked.map(String)).toEqual([
    `https://prices.test/prices/series/?${new URLSearchParams({
      asset,
      from: "2026-11-26T09:58:00.000Z",
      to: "2026-11-26T10:10:00.000Z",
    }).toString()}`,
  ]);
});

it("a running signal is asked for once a minute, up to the last full minute", async () => {
  const { asset, asked } = answering(() => ({ asset, points: [] }));
  for (const second of [10, 50, 70])
    await readSignalPrices(signalOn(asset), CONFIG, ENTRY_MS + 60_000 + second * 1_000);
  expect(asked.map(({ searchParams }) => searchParams.get("to"))).toEqual([
    "2026-11-26T10:01:00.000Z",
    "2026-11-26T10:02:00.000Z",
  ]);
});

it.each<[string, Partial<Signal>]>([
  ["by hand", { price_rule: null }],
  ["by a source that is no longer configured", { price_rule: { ...RULE, sources: ["other.test"] } }],
  ["that is void", { outcome: "void" }],
  ["long before its entry", { entry_at: "2027-11-26T10:00:00.000Z", expires_at: "2027-11-26T10:10:00.000Z" }],
])("nobody is asked about a signal %s", async (_what, changes) => {
  const { asset, asked } = answering(() => ({ asset, points: POINTS }));
  expect(await readSignalPrices(signalOn(asset, changes), CONFIG, nextMinute())).toEqual(NOTHING);
  expect(asked).toEqual([]);
});

const point = (at: string, price = "1.1") => ({ at, price });

it.each<[string, (asset: string) => unknown]>([
  ["an error", () => new Response("", { status: 500 })],
  ["no connection", () => new Error("refused")],
  ["a redirect", () => new Response("", { status: 302, headers: { Location: "http://127.0.0.1/" } })],
  ["no JSON", () => new Response("{")],
  ["another asset", () => ({ asset: "OTHER", points: POINTS })],
  ["a quote from after expiry", (asset) => ({ asset, points: [point("2026-11-26T10:10:00.001Z")] })],
  ["a quote from before", (asset) => ({ asset, points: [point("2026-11-26T09:57:59Z")] })],
  ["quotes out of order", (asset) => ({ asset, points: POINTS.toReversed() })],
  ["a price of 0", (asset) => ({ asset, points: [point("2026-11-26T10:00:00Z", "0")] })],
  ["a number", (asset) => ({ asset, points: [{ at: "2026-11-26T10:00:00Z", price: 1.1 }] })],
  ["too many points", (asset) => ({ asset, points: Array(121).fill(point("2026-11-26T10:00:00Z")) })],
  ["too long an answer", (asset) => ({ asset, points: [], more: "x".repeat(16 * 1024) })],
])("a source that answers with %s leaves the picture out", async (_what, reply) => {
  const { asset } = answering(() => reply(asset));
  expect(await readSignalPrices(signalOn(asset), CONFIG, nextMinute())).toEqual(NOTHING);
});

it("a source that fails is left alone until the next minute", async () => {
  const { asset, asked } = answering(() => new Response("", { status: 500 }));
  const nowMs = nextMinute();
  for (let nth = 0; nth < 3; nth += 1) await readSignalPrices(signalOn(`${asset}${nth}`), CONFIG, nowMs);
  expect(asked).toHaveLength(1);
  await readSignalPrices(signalOn(asset), CONFIG, nextMinute());
  expect(asked).toHaveLength(2);
});

it("an expired signal has its picture once its prices are final, though they were not when it was first seen", async () => {
  let isFinal = false;
  const { asset, asked } = answering(() =>
    isFinal ? { asset, points: POINTS } : new Response("", { status: 425 }),
  );
  const nowMs = nextMinute();
  const read = async (outcome: Signal["outcome"], atMs: number) =>
    (await readSignalPrices(signalOn(asset, { outcome }), CONFIG, atMs)).points.length;
  expect([await read("open", nowMs), await read("open", nowMs)]).toEqual([0, 0]);
  expect(asked).toHaveLength(1);
  isFinal = true;
  expect(await read("won", nowMs)).toBe(2);
  expect(await read("open", nextMinute())).toBe(2);
});

it("a source is asked at most so often in a minute, whatever is looked at", async () => {
  const { asset, asked } = answering(() => new Response("", { status: 404 }));
  const nowMs = nextMinute();
  for (let nth = 0; nth < PRICE_SERIES.perMinute + 5; nth += 1)
    await readSignalPrices(signalOn(`${asset}${nth}`), CONFIG, nowMs);
  expect(asked).toHaveLength(PRICE_SERIES.perMinute);
});

it("the newest price of an asset is the last quote, asked for as far back as a quote may be old", async () => {
  const quotes = [{ at: "2026-11-26T10:04:30Z", price: "1.1" }, ...POINTS.slice(1)];
  const { asset, asked } = answering((url) => ({ asset: url.searchParams.get("asset"), points: quotes }));
  const nowMs = Date.parse("2026-11-26T10:05:09.000Z");
  expect(await readLatestPrice(asset, CONFIG, nowMs)).toEqual({
    address: "prices.test",
    points: [{ at: "2026-11-26T10:05:00.000Z", price: "1.2" }],
  });
  expect(asked.map(({ searchParams }) => [searchParams.get("from"), searchParams.get("to")])).toEqual([
    ["2026-11-26T10:04:09.000Z", "2026-11-26T10:05:09.000Z"],
  ]);
});

it.each([
  ["over the counter", "EURUSD_otc", CONFIG],
  ["that the source does not have", "XAU/USD", { ...CONFIG, assets: ["EUR/USD"] }],
  ["without a source", "EUR/USD", { ...CONFIG, sources: [] }],
])("nobody is asked for the newest price of an asset %s", async (_what, asset, config) => {
  const { asked } = answering(() => ({ asset, points: POINTS }));
  expect(await readLatestPrice(asset, config, nextMinute())).toEqual(NOTHING);
  expect(asked).toEqual([]);
});
