import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { Asset } from "#shared/contracts/signals.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

function read(body: string) {
  const parsed = parseAlert(body);
  if (!parsed.ok) throw new Error(`${parsed.problem.code}: ${parsed.problem.message}`);
  return parsed.alert;
}

function problemOf(body: string) {
  const parsed = parseAlert(body);
  return parsed.ok ? null : parsed.problem;
}

const codeOf = (body: string) => problemOf(body)?.code ?? null;
const messageOf = (body: string) => problemOf(body)?.message ?? null;

const SIGNAL = { asset: "EURUSD", direction: "up" };

/** A signal that leaves the asset or the direction to another name. */
function signalBut(meaning: object): object {
  return Object.fromEntries(Object.entries(SIGNAL).filter(([name]) => !(name in meaning)));
}

const T1435 = Date.UTC(2026, 2, 1, 14, 35);

describe("a JSON alert", () => {
  it("is accepted in the native form", () => {
    const body = {
      id: "my-17",
      asset: "EUR/USD",
      direction: "down",
      entry_at: "2026-03-01T14:35:00Z",
      expires_at: "2026-03-01T15:40:00+01:00",
      payout: 0.9,
    };
    expect(read(JSON.stringify(body))).toMatchObject({
      id: "my-17",
      asset: "EUR/USD",
      direction: "down",
      entryAtMs: T1435,
      expiresAtMs: T1435 + 5 * 60_000,
      figures: { payout: 0.9 },
    });
  });

  it("is accepted as a TradingView alert, with fields that do not matter ignored", () => {
    const body = `{"ticker":"EURUSD","exchange":"FX","interval":"5","time":"2026-03-01T14:35:00Z",
      "timenow":"2026-03-01T14:35:02Z","close":1.0851,"action":"buy","contracts":"1","order":{"id":"x"}}`;
    expect(read(body)).toMatchObject({
      asset: "EUR/USD",
      direction: "up",
      barAtMs: T1435,
      sentAtMs: T1435 + 2000,
      lifeSeconds: 300,
    });
  });

  it.each([
    ["", "empty"],
    ["{", "not_json"],
    ["[]", "not_json"],
    [String.raw`{"ticker":"EURUSD","action":"buy","id":"\ud800"}`, "not_json"],
    ['{"ticker":"{{ticker}}","action":"buy"}', "placeholder"],
    ['{"ticker":"EURUSD","action":"buy","comment":"{{strategy.nonsense}}"}', "placeholder"],
    ['{"action":"buy"}', "asset_missing"],
    ['{"ticker":"EURUSD"}', "direction_missing"],
    ['{"ticker":"EURUSD","action":"sideways"}', "unsupported_action"],
    ['{"ticker":{"a":1},"action":"buy"}', "asset_missing"],
    ['{"ticker":["EURUSD"],"action":"buy"}', "invalid"],
    ['{"ticker":"EURUSD","action":true}', "unsupported_action"],
    ['{"ticker":"EURUSD","action":"buy","interval":"1M"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","action":"sell"}', "ambiguous"],
    ['{"ticker":"EURUSD","action":"buy","\\u0061ction":"sell"}', "ambiguous"],
    ['{"ticker":"EURUSD","action":"buy","time":"14:35"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","entry_at":"2026-02-31T14:35:00Z"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","payout":"a lot"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","payout":"0.85%"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","max_lag":"100000"}', "invalid"],
    ['{"ticker":"EURUSD","action":"buy","id":12345678901234567891}', "invalid"],
  ])("with the body %j is refused as %s", (body, code) => {
    expect(codeOf(body)).toBe(code);
  });

  it.each([
    ["entry_at", "2026-03-01T14:35:00.123456Z", "entryAtMs", T1435 + 123],
    ["entry_at", "2026-03-01T15:35:00.123456789+01:00", "entryAtMs", T1435 + 123],
    ["entry_at", String(T1435 / 1000), "entryAtMs", T1435],
    ["entry_at", T1435, "entryAtMs", T1435],
    ["payout", "85%", "figures.payout", 0.85],
    ["payout", "85.12 %", "figures.payout", 0.8512],
    ["payout", "85.123%", "figures.payout", 0.85123],
    ["confidence", 72, "figures.confidence", 72],
    ["confidence", "72 %", "figures.confidence", 72],
    ["confidence", 0.57, "figures.confidence", 57],
    ["expires_in", "90s", "lifeSeconds", 90],
    ["expires_in", "2 h", "lifeSeconds", 7200],
    ["expires_in", "H4", "lifeSeconds", 4 * 3600],
    ["interval", "D", "lifeSeconds", 86_400],
    ["interval", "W", "lifeSeconds", 604_800],
    ["expiry", "5M", "lifeSeconds", 300],
    ["interval", "1w", "lifeSeconds", 604_800],
  ])("with %s %j means %s %d", (name, value, property, meant) => {
    const body = { ticker: "EURUSD", action: "buy", [name]: value };
    expect(read(JSON.stringify(body))).toHaveProperty(property, meant);
  });

  it.each([
    ["interval", "M"],
    ["interval", "1 M"],
    ["interval", "0"],
    ["expires_in", "05m"],
    ["expires_in", "m0"],
    ["max_lag", "0"],
    ["max_lag", "3601"],
    ["time", "0772375700"],
    ["time", "0772375700000"],
  ])("with %s %s is refused, and the error quotes the value and says what it must be", (name, value) => {
    expect(messageOf(JSON.stringify({ ticker: "EURUSD", action: "buy", [name]: value }))).toMatch(
      new RegExp(`^${name}: "${value}" is not (?:whole seconds from 1 to 3600|a [a-z ]+, as [\\w:-]+.*)\\.$`),
    );
  });

  it("may have a max_lag of up to an hour", () => {
    expect(read('{"ticker":"EURUSD","action":"buy","max_lag":"3600"}').maxLagSeconds).toBe(3600);
  });
});

it.each([
  ["secret=hunter2", "secret=…"],
  ["x".repeat(40), "x".repeat(40)],
  ["x".repeat(41), `${"x".repeat(40)}…`],
  ["side\u001bways", "side?ways"],
])("an error quotes %j as %j", (action, quoted) => {
  expect(messageOf(JSON.stringify({ ticker: "EURUSD", action }))).toBe(
    `action: "${quoted}" is not known to be an entry: send entries only, as buy or sell.`,
  );
});

it("an error does not cut a character in half", () => {
  expect(messageOf(`buy ${"x".repeat(39)}😀😀`)?.isWellFormed()).toBe(true);
});

describe("field names with the same meaning", () => {
  const at = "2026-03-01T14:35:00Z";
  it.each([
    ["asset ticker symbol instrument pair tv_instrument", "GBPUSD", "EURUSD", { asset: "GBP/USD" }],
    ["direction action side order_action strategy.order.action signal", "sell", "buy", { direction: "down" }],
    ["entry_at entry_time", at, "2026-03-01T14:36:00Z", { entryAtMs: T1435 }],
    ["expires_at expiry_time", at, "2026-03-01T14:36:00Z", { expiresAtMs: T1435 }],
    ["expires_in expiry duration", "5m", "6m", { lifeSeconds: 300 }],
    ["interval timeframe", "5m", "6m", { lifeSeconds: 300 }],
  ])("can be used for one another, and must not contradict: %s", (list, value, another, meaning) => {
    const names = list.split(" ");
    const body = (fields: object) => JSON.stringify({ ...signalBut(meaning), ...fields });
    for (const name of names) {
      expect(read(body({ [name]: value })), name).toMatchObject(meaning);
      for (const other of names) {
        if (other === name) continue;
        expect(read(body({ [name]: value, [other]: value })), `${name} ${other}`).toMatchObject(meaning);
        expect(codeOf(body({ [name]: value, [other]: another })), `${name} ${other}`).toBe("ambiguous");
      }
    }
  });

  it.each([
    ["time bar_time", at, { barAtMs: T1435 }],
    ["sent_at timenow timestamp", at, { sentAtMs: T1435 }],
  ])("are read in order, since clocks may differ: %s", (list, value, meaning) => {
    const fields = list.split(" ").map((name, index) => [name, index === 0 ? value : "another"]);
    expect(read(JSON.stringify({ ...SIGNAL, ...Object.fromEntries(fields) }))).toMatchObject(meaning);
  });

  it.each([
    ["strategy strategy_name bot_uuid", "strategy"],
    ["id alert_id order_id", "id"],
  ])("distinguish messages together: %s", (list, property) => {
    const fields = list.split(" ").map((name, index) => [name, `m-${index}`]);
    const alert = read(JSON.stringify({ ...SIGNAL, ...Object.fromEntries(fields) }));
    expect(alert).toHaveProperty(property, "m-0\nm-1\nm-2");
  });

  it.each(["market_position", "strategy.market_position", "sentiment"])("include a position: %s", (name) => {
    expect(codeOf(JSON.stringify({ asset: "EURUSD", [name]: "flat" }))).toBe("unsupported_action");
    expect(read(JSON.stringify({ asset: "EURUSD", action: "sell", [name]: "short" }))).toBeTruthy();
  });
});

it.each([
  ["up buy long call higher enter_long UP Enter_Long", "up"],
  ["down sell short put lower enter_short DOWN Enter_Short", "down"],
])("each of the words %s means a direction", (words, direction) => {
  for (const word of words.split(" ")) expect(read(`EURUSD ${word}`), word).toMatchObject({ direction });
});

describe("an alert in names and values", () => {
  it.each([
    "ticker=EURUSD\naction=buy\ninterval=5",
    "ticker=EURUSD; action=buy; interval=5;",
    "ticker=EURUSD, action=BUY, interval=5m, price=1.0851",
    "ticker=FX:EURUSD action=long expires_in=M5",
    "Ticker: EURUSD\nAction: call\nInterval: 5",
  ])("is accepted: %j", (body) => {
    expect(read(body)).toMatchObject({ asset: "EUR/USD", direction: "up", lifeSeconds: 300 });
  });

  it.each([
    ["ticker=EURUSD action=buy duration=12M", "invalid"],
    ["price=1 volume=2", "unknown_word"],
  ])("with the body %j is refused as %s", (body, code) => {
    expect(codeOf(body)).toBe(code);
  });
});

describe("an alert in words", () => {
  it.each([
    "EURUSD buy 5m",
    "buy EURUSD M5",
    "EURUSD · M5 · CALL",
    "EURUSD • M5 • CALL •",
    "EURUSD - M5 - up",
    "EURUSD – M5 — up",
    "EUR/USD, LONG, 5m",
    "EURUSD;LONG;5m;",
    "|EURUSD|LONG|5m|",
    "fx:EURUSD up M5".toUpperCase(),
  ])("is accepted in any order: %j", (body) => {
    expect(read(body)).toMatchObject({ asset: "EUR/USD", direction: "up", lifeSeconds: 300 });
  });

  it("may have a point in time, a marked asset and a payout", () => {
    const alert = { asset: "#AAPL", entryAtMs: T1435, figures: { payout: 0.92 } };
    expect(read("#AAPL buy 2026-03-01T14:35:00Z 92%")).toMatchObject(alert);
  });

  it.each([
    ["CME_MINI:ES1! buy 5m", "ES1!"],
    ["6E2! buy", "6E2!"],
    ["NSE:M&M buy", "M&M"],
    ["S: order buy @ 1 filled on ES1!. New strategy position is 1", "ES1!"],
  ])("of %j has the asset as TradingView writes it: %s", (body, asset) => {
    expect(read(body)).toMatchObject({ asset });
  });

  it.each([
    ["Z", 0],
    ["gmt", 0],
    ["(UTC-3)", -180],
    ["UTC-3:30", -210],
    ["GMT+5:30", 330],
    ["UTC-0530", -330],
    ["+02:00", 120],
    ["(+14:00)", 840],
  ])("may have the zone %s", (zone, offsetMinutes) => {
    expect(read(`EURUSD buy 4:35 ${zone}`).entryClock).toEqual({ minutes: 275, offsetMinutes });
  });

  it("may be TradingView's report of a strategy", () => {
    const body = "My Strategy (14, 3): order sell @ 1.5 filled on FX:GBPUSD. New strategy position is -1.5";
    expect(read(body)).toMatchObject({ asset: "GBP/USD", direction: "down" });
    expect(read(`${body}.`)).toEqual(read(body));
  });

  it.each([
    ["EURUSD Crossing 1.0850", "unknown_word"],
    ["buy EURUSD GBPUSD", "ambiguous"],
    ["buy sell EURUSD", "ambiguous"],
    ["EURUSD 5m", "direction_missing"],
    ["buy 5m", "asset_missing"],
    ["STRONG BUY 5m", "asset_missing"],
    ["LONG ENTRY:MARKET", "asset_missing"],
    ["EURUSD! buy", "unknown_word"],
    ["EURUSD buy 14:35", "zone_missing"],
    ["EURUSD buy 14:35 UTC 2026-03-01T14:35:00Z", "ambiguous"],
    ["EURUSD buy 2026-03-01T14:35:00Z UTC-3", "unknown_word"],
    ["EURUSD buy +5", "unknown_word"],
    ["EURUSD buy 1M", "ambiguous"],
    ["buy 12M", "ambiguous"],
    ["EURUSD buy 24:00 UTC", "unknown_word"],
    ["EURUSD buy 14:35 UTC+15", "unknown_word"],
    ["buy GE", "unknown_word"],
    ["S: order sell @ 1 filled on EURUSD. New strategy position is 0,00", "unsupported_action"],
    ["S: order sell @ 1 filled on EURUSD. New strategy position is 1,000.5", "unsupported_action"],
    ["S: order buy @ 1 filled on EURUSD. New strategy position is -1", "unsupported_action"],
    ["buy ".repeat(20), "unknown_word"],
  ])("with the body %j is refused as %s", (body, code) => {
    expect(codeOf(body)).toBe(code);
  });
});

it.each([
  [
    '{"my_move":"buy","ticker":"EURUSD"}',
    'No direction: send "direction" or "action", as up or buy. Not understood: my_move.',
  ],
  ['{"ticker":"{{ticker}}"}', '"{{ticker}}" was not filled in: check its spelling, or leave the field out.'],
  ["BUY MARKET NOW", 'No asset, as in EURUSD: "MARKET" is not an asset.'],
  ["BUY 5m", "No asset, as in EURUSD."],
  ["BUY EURUSD MARKET NOW", '"MARKET" is not understood: send words as in EURUSD buy 5m 85%, or JSON.'],
])("the error of %j names what is missing or not understood", (body, message) => {
  expect(messageOf(body)).toBe(message);
});

it.each([
  '{"ticker":"NASDAQ:AAPL/NASDAQ:MSFT","action":"buy"}',
  "BTCUSDT/BINANCE:ETHUSDT buy",
  "S: order buy @ 1 filled on BTCUSDT/BINANCE:ETHUSDT. New strategy position is 1",
])("%j is refused, and the error says that it is on two assets", (body) => {
  expect(messageOf(body)).toMatch(/ is a ratio or spread of two assets: send one\.$/);
});

describe("an OTC asset", () => {
  it.each([
    "EUR/USD (OTC) buy",
    "EURUSD OTC buy 5m",
    "OTC EURUSD buy",
    '{"ticker":"OTC:EURUSD","action":"buy"}',
    '{"ticker":"EUR/USD (OTC)","action":"buy"}',
    "ticker=EURUSD-OTC, action=buy",
    "S: order buy @ 1 filled on EURUSD_0TC. New strategy position is 1",
  ])("is recognised by its mark: %s", (body) => {
    expect(read(body)).toMatchObject({ asset: "EURUSD_otc", direction: "up" });
  });

  it.each([
    ["OTC buy", "asset_missing"],
    ["EURUSD_OTC2 buy", "unknown_word"],
    ["S: order buy @ 1 filled on EURUSD_OTC2. New strategy position is 1", "unknown_word"],
    ['{"ticker":"EURUSD_OTC2","action":"buy"}', "invalid"],
    ['{"ticker":"EURUSD_OT\u0421","action":"buy"}', "invalid"],
  ])("is refused if the mark is ambiguous: %s", (body, code) => {
    expect(codeOf(body)).toBe(code);
  });
});

it("an asset with the name of a common word is accepted where it cannot be that word", () => {
  expect(read("NYSE:NOW buy 5m")).toMatchObject({ asset: "NOW" });
  expect(read('{"ticker":"NOW","action":"buy"}')).toMatchObject({ asset: "NOW" });
  expect(read("S: order buy @ 1 filled on NOW. New strategy position is 1")).toMatchObject({ asset: "NOW" });
});

it.each([
  "EURUSD\u200b buy 5m",
  "\ufeffEURUSD\u00a0buy\u00a05m",
  '{"ticker":"EURUSD\u200b","action":"buy\u00ad","expires_in":"5m"}',
  String.raw`{"ticker":"EURUSD\u200b","ac\u2060tion":"buy","expires_in":"\u200e5m"}`,
  "ticker=EURUSD\u200b; action=\u200ebuy; expires_in=5m",
])("%j is read without its invisible characters", (body) => {
  expect(read(body)).toEqual(read("EURUSD buy 5m"));
});

it("a message means the same as JSON, as pairs and as words", () => {
  const asset = fc.stringMatching(/^[A-Z]{7}$/).filter((text) => v.is(Asset, text));
  const direction = fc.constantFrom("buy", "sell", "call", "put");
  const minutes = fc.integer({ min: 1, max: 999 });
  fc.assert(
    fc.property(asset, direction, minutes, (ticker, action, life) => {
      const fields = { ticker, action, expires_in: `${life}m` };
      const json = read(JSON.stringify(fields));
      const pairs = Object.entries(fields).map((both) => both.join("="));
      expect(read(pairs.join("\n"))).toEqual(json);
      expect(read(pairs.join(" "))).toEqual(json);
      expect(read(`${ticker} ${action} ${life}m`)).toEqual(json);
    }),
  );
});
