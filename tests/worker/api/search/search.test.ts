/** One search over the record: what it finds, and what it refuses. */
import { beforeAll, describe, expect, it } from "vitest";
import { BusyAssets, MAX_FOUND, SearchResults } from "#shared/contracts/search.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader, renameTrader } from "#worker/api/traders/index.ts";
import { createRecord, signalBy } from "#tests/worker/api/signals/record.ts";

const record = createRecord();
let id = "";

beforeAll(async () => {
  for (const [handle, name] of [
    ["north-light", "Nördliches Licht"],
    ["light", "Zora"],
    ["ebb", "Ebb & Flow"],
    ["jm", "Jörg Müller-Weiß"],
    ["lo", "Łódź Ørsted"],
  ] as const) {
    await addTrader(record.deps, { handle, name });
  }
  for (let number = 0; number < MAX_FOUND + 1; number += 1) {
    await addTrader(record.deps, { handle: `many-${number}`, name: `Many ${number}` });
  }
  ({ id } = await publishSignal(record.deps, signalBy("ebb", record, { asset: "EUR/USD" })));
  await publishSignal(record.deps, signalBy("ebb", record, { asset: "EUR/GBP" }));
  await publishSignal(record.deps, signalBy("ebb", record, { asset: "XAU/USD" }));
});

const search = (q: string) =>
  record.read(SearchResults, `/api/search/?${new URLSearchParams({ q }).toString()}`);

async function find(q: string) {
  const { traders, assets, signal } = await search(q);
  return { traders: traders.map(({ handle }) => handle), assets, signal: signal?.id ?? null };
}

const NOTHING = { traders: [], assets: [], signal: null };

describe("a search", () => {
  it("finds traders by part of handle or name, in any case, with an exact handle first", async () => {
    expect(await find("light")).toEqual({ ...NOTHING, traders: ["light", "north-light"] });
    expect(await find("NÖRDLICHES")).toEqual({ ...NOTHING, traders: ["north-light"] });
    expect(await find("bb & f")).toEqual({ ...NOTHING, traders: ["ebb"] });
  });

  it("finds traders whatever the accents, spaces and punctuation", async () => {
    for (const q of ["muller", "MÜLLER WEISS", "mu\u0308ller", "jorgmuller", "weiss"])
      expect(await find(q), q).toEqual({ ...NOTHING, traders: ["jm"] });
    for (const q of ["lodz", "orsted", "łódź-ørsted"])
      expect(await find(q), q).toEqual({ ...NOTHING, traders: ["lo"] });
    expect(await find("northlight")).toEqual({ ...NOTHING, traders: ["north-light"] });
    expect(await find("nordlicheslicht")).toEqual({ ...NOTHING, traders: ["north-light"] });
    expect(await find("ebb flow")).toEqual({ ...NOTHING, traders: ["ebb"] });
  });

  it("names the traders nearest to a text that finds nothing, the nearest first, and none for what is like nobody", async () => {
    const nearestTo = async (q: string) => (await search(q)).nearest.map(({ handle }) => handle);
    expect(await nearestTo("nort lihgt")).toEqual(["north-light"]);
    expect(await nearestTo("Jorg Muler")).toEqual(["jm"]);
    for (const q of ["light", "qqqq", "?", "x1".repeat(40)]) expect(await nearestTo(q), q).toEqual([]);
  });

  it("finds a trader by the new name alone once it has changed", async () => {
    await addTrader(record.deps, { handle: "renamed", name: "Böse Überraschung" });
    await renameTrader(record.deps, "renamed", { name: "Gezeitenwächter" }, []);
    expect(await find("überraschung")).toEqual(NOTHING);
    expect(await find("gezeitenwachter")).toEqual({ ...NOTHING, traders: ["renamed"] });
    await renameTrader(record.deps, "renamed", { name: null }, []);
    expect(await find("gezeiten")).toEqual(NOTHING);
  });

  it("finds assets by what they are called in any of the five languages", async () => {
    for (const q of ["gold", "Gol", "or", "oro"]) expect((await find(q)).assets, q).toEqual(["XAU/USD"]);
    for (const q of ["Euro", "eur/"]) expect((await find(q)).assets, q).toEqual(["EUR/GBP", "EUR/USD"]);
    for (const q of ["pound", "Pfund", "livre", "sterlina", "libra"])
      expect((await find(q)).assets, q).toEqual(["EUR/GBP"]);
    expect((await find("dólar")).assets).toEqual(["EUR/USD", "XAU/USD"]);
  });

  it("finds assets by part, with and without their slash", async () => {
    expect(await find("eur")).toEqual({ ...NOTHING, assets: ["EUR/GBP", "EUR/USD"] });
    expect(await find("xauusd")).toEqual({ ...NOTHING, assets: ["XAU/USD"] });
  });

  it("finds a signal by its id or its address", async () => {
    expect(await find(id)).toEqual({ ...NOTHING, signal: id });
    expect(await find(` #${id} `)).toEqual({ ...NOTHING, signal: id });
    expect(await find(`https://signals.example/de/signal/${id}?x`)).toEqual({ ...NOTHING, signal: id });
  });

  it("finds nothing for unknown text or SQL patterns", async () => {
    for (const q of ["nobody-at-all", "%", "_____", "' OR 1=1 --"]) expect(await find(q)).toEqual(NOTHING);
  });

  it("returns a limited number of traders", async () => {
    expect((await find("many")).traders).toHaveLength(MAX_FOUND);
  });

  it("refuses an invalid query", async () => {
    const response = await record.ask(`/api/search/?q=${"x".repeat(81)}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "invalid_query" });
  });
});

it("the busy assets are the six of most signals, in the order of the alphabet", async () => {
  const read = async () => (await record.read(BusyAssets, "/api/search/assets/")).assets;
  expect(await read()).toEqual(["EUR/GBP", "EUR/USD", "XAU/USD"]);
  const busy = ["BTC/USD", "ETH/USD", "USD/JPY", "GBP/USD"];
  for (const asset of [...busy, ...busy, "XAU/USD", "EUR/GBP"])
    await publishSignal(record.deps, signalBy("ebb", record, { asset }));
  expect(await read()).toEqual(["BTC/USD", "ETH/USD", "EUR/GBP", "GBP/USD", "USD/JPY", "XAU/USD"]);
});
