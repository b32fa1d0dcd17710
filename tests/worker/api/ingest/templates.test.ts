/** The alert templates of TradingView and bot vendors, filled in, and the result of each. */
import { describe, expect, it } from "vitest";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

function outcomeOf(message: string | object) {
  const body = typeof message === "string" ? message : JSON.stringify(message);
  const parsed = parseAlert(body);
  if (!parsed.ok) return parsed.problem.code;
  const { asset, direction, notUnderstood } = parsed.alert;
  return [asset, direction, ...notUnderstood].join(" ");
}

const NOW = "2026-03-01T14:35:02Z";
const BAR = "2026-03-01T14:35:00Z";

/** 3Commas, signal bot of the type custom signal. */
const threeCommasCustom = (action: string) => ({
  secret: "token",
  max_lag: "300",
  timestamp: NOW,
  trigger_price: "65000.5",
  tv_exchange: "BINANCE",
  tv_instrument: "BTCUSDT",
  action,
  bot_uuid: "signal-bot-uuid",
});

/** 3Commas, signal bot of the type strategy. */
const threeCommas = (action: string, now: string, before: string) => ({
  ...threeCommasCustom(action),
  strategy_info: {
    market_position: now,
    market_position_size: now === "flat" ? "0" : "1",
    prev_market_position: before,
    prev_market_position_size: before === "flat" ? "0" : "1",
  },
  order: { amount: "1", currency_type: "base" },
});

const tradersPost = (action: string, sentiment: string) => ({
  ticker: "AMD",
  action,
  sentiment,
  quantity: "1",
  price: "143.12",
  time: NOW,
  interval: "5",
  signalPrice: 143.12,
  takeProfit: { percent: 10 },
  stopLoss: { type: "stop", percent: 5 },
});

/** OKX, specification 2.0, section A. */
const okxStrategy = (id: string, action: string, now: string) => ({
  id,
  action,
  marketPosition: now,
  prevMarketPosition: "flat",
  instrument: "BTC-USDT-SWAP",
  signalToken: "token",
  timestamp: NOW,
  maxLag: "60",
  investmentType: "base",
  amount: "1",
});

/** OKX, section B. */
const okxAny = (action: string) => ({
  action,
  instrument: "ETH-USDT-SWAP",
  signalToken: "token",
  timestamp: NOW,
  orderType: "limit",
  orderPriceOffset: "0.05",
  investmentType: "percentage_balance",
  amount: "50",
});

const altrady = (fields: object) => ({
  api_key: "key",
  api_secret: "secret",
  exchange: "BYBI",
  symbol: "BYBI_USDT_BTC",
  ...fields,
});

const tickerly = (action: string, before: string) => ({
  ticker: "BTCUSDT",
  action,
  prev_position: before,
  quantity: "0.1",
  pointer: "m1K3Y",
});

const pickMyTrade = (data: string) => ({
  symbol: "NQ1!",
  date: NOW,
  data,
  quantity: 10,
  risk_percentage: 0,
  price: "21000",
  tp: 0,
  percentage_tp: 100,
  dollar_tp: 0,
  sl: 0,
  dollar_sl: 0,
  percentage_sl: 50,
  order_type: "MKT",
  update_tp: false,
  update_sl: false,
  token: "token",
  duplicate_position_allow: true,
  platform: "RITHMIC",
  reverse_order_close: true,
  multiple_accounts: [{ token: "token", account_id: "1", risk_percentage: 0, quantity_multiplier: 1 }],
});

const zignaly = (fields: object) => ({
  key: "key",
  exchange: "binance",
  exchangeAccountType: "futures",
  orderType: "market",
  pair: "ethusdt",
  positionSizePercentage: "10",
  signalId: "123",
  ...fields,
});

const finandy = (fields: object) => ({ name: "Hook 1", secret: "secret", symbol: "BTCUSDT", ...fields });

const signalBee = (fields: object) => ({
  webhook_secret: "secret",
  symbol: "BTC-USDT",
  quantity_type: "fixed",
  quantity: "0.001",
  source_timestamp: NOW,
  type: "market",
  ...fields,
});

/** The message of many tutorials, with everything in it that TradingView knows. */
const tutorial = (fields: object) => ({
  passphrase: "secret",
  time: BAR,
  exchange: "NASDAQ",
  ticker: "AAPL",
  bar: { time: BAR, open: 1, high: 2, low: 0.5, close: 1.5, volume: 100 },
  strategy: { order_action: "buy", order_contracts: 1, order_price: 1.5, order_id: "Long", ...fields },
});

/** Freqtrade sends what its user writes, here with its names of the values. */
const freqtrade = (type: string, fields: object = {}) => ({
  type,
  trade_id: "17",
  exchange: "Binance",
  pair: "BTC/USDT:USDT",
  direction: "Long",
  leverage: 3,
  open_rate: 65000.5,
  open_date: "2026-03-01 14:35:00+00:00",
  order_type: "limit",
  stake_amount: 100,
  enter_tag: "rsi",
  ...fields,
});

/** A message of a script of one's own. */
const own = (fields: object) => ({ ticker: "EURUSD", action: "sell", ...fields });

const octoBot = (...lines: string[]) => ["EXCHANGE=BINANCE", "SYMBOL=BTCUSDT", ...lines].join("\n");

const crossTrade = (command: string, action: string) =>
  `key=secret; command=${command}; account=sim101; instrument=ES1!; action=${action}; qty=1; order_type=MARKET; tif=DAY;`;

describe("what is known to be an entry is published", () => {
  it.each([
    ["3Commas, long", threeCommas("buy", "long", "flat"), "BTCUSDT up"],
    ["3Commas, turned to short", threeCommas("sell", "short", "long"), "BTCUSDT down"],
    ["3Commas, custom", threeCommasCustom("enter_short"), "BTCUSDT down"],
    ["TradersPost", tradersPost("buy", "long"), "AMD up"],
    ["TradersPost, bearish", tradersPost("sell", "bearish"), "AMD down"],
    ["OKX, strategy", okxStrategy("Long", "buy", "long"), "BTCUSDT.P up"],
    ["OKX, any", okxAny("ENTER_LONG"), "ETHUSDT.P up"],
    ["Altrady", altrady({ action: "open", side: "short" }), "BYBI_USDT_BTC down"],
    ["Altrady, starting the bot", altrady({ action: "start_and_open", side: "long" }), "BYBI_USDT_BTC up"],
    ["Tickerly, from nothing", tickerly("buy", "flat"), "BTCUSDT up"],
    ["PickMyTrade", pickMyTrade("sell"), "NQ1! down"],
    ["Zignaly", zignaly({ type: "entry", side: "long" }), "ETHUSDT up"],
    ["Finandy", finandy({ side: "buy", positionSide: "both" }), "BTCUSDT up name"],
    ["Finandy, hedging", finandy({ side: "sell", positionSide: "short" }), "BTCUSDT down name"],
    ["SignalBee", signalBee({ side: "buy", reduce_only: "false" }), "BTCUSDT up"],
    ["TradingView's tutorials", tutorial({ market_position: "long", position_size: 1 }), "AAPL up"],
    ["an envelope", { key: "x", data: { "strategy-order-action": "buy", ticker: "EURUSD" } }, "EUR/USD up"],
    ["an indicator", { event: "LONG_ENTRY", symbol: "MNQ1!", timeframe: "5", price: 1 }, "MNQ1! up"],
    ["OctoBot", octoBot("SIGNAL=BUY", "ORDER_TYPE=LIMIT", "PRICE=42000"), "BTCUSDT up"],
    ["Autoview", "e=binance s=BTCUSDT b=long q=1% t=market", "BTCUSDT up"],
    ["CrossTrade", crossTrade("PLACE", "BUY"), "ES1! up"],
    [
      "TradingWizard",
      { symbol: "BTCUSDT", exchange: "BINANCE", interval: "60", action: "long" },
      "BTCUSDT up",
    ],
    [
      "TradingView's report of a strategy with stops",
      "Trailing Stop (2, 3): order sell @ 1 filled on BTCUSDT. New strategy position is -1",
      "BTCUSDT down",
    ],
    ["the names of a bar", own({ open: 1.1, high: 1.2, low: 1, close: 1.1, volume: 7 }), "EUR/USD down"],
    ["a bar's other closes", own({ close_price: "1.1", prev_close: "1.2", source: "close" }), "EUR/USD down"],
    ["a comment on a bar's close", own({ comment: "breakout closed above" }), "EUR/USD down"],
    [
      "comments on a closed bar",
      own({
        alert_message: "Once per bar close",
        note: "Daily close below 1.08",
        comment: "closing above EMA",
      }),
      "EUR/USD down",
    ],
    ["MetaTrader", own({ type: "ORDER_TYPE_SELL", deal_entry: "DEAL_ENTRY_IN", sl: 0 }), "EUR/USD down"],
    ["Alpaca", own({ type: "market", position_intent: "sell_to_open" }), "EUR/USD down"],
    ["OKX's API", own({ instType: "SWAP", ordType: "market", posSide: "net" }), "EUR/USD down instType"],
    ["a signal's event", own({ event: "signal.created", trade_active: true, mode: "live" }), "EUR/USD down"],
    ["Freqtrade", freqtrade("entry"), "BTCUSDT.P up open_rate open_date stake_amount enter_tag"],
    [
      "Freqtrade, its fill",
      freqtrade("entry_fill", { is_open: true, close_rate: null, close_profit: 0, exit_reason: "" }),
      "BTCUSDT.P up open_rate open_date stake_amount enter_tag",
    ],
    ["a payout called profit", own({ profit: "92" }), "EUR/USD down"],
    ["planned prices", own({ entry: [1.08, 1.09], sl: "1.1", take_profit: "20 pips" }), "EUR/USD down"],
    ["an open trade", own({ isOpen: true, closed: false, exit: "no", realized_pnl: 0 }), "EUR/USD down"],
    [
      "a kind in words of one's own",
      own({ messageType: "new short signal", eventTime: NOW, position_id: 7 }),
      "EUR/USD down eventTime position_id",
    ],
    ["a kind of event", { event_name: "position.opened", event: { id: 1 }, ...own({}) }, "EUR/USD down"],
    ["a reason of its entry", own({ entryReason: "RSI below 30" }), "EUR/USD down"],
  ])("%s", (_, message, outcome) => {
    expect(outcomeOf(message)).toBe(outcome);
  });
});

describe("what is not known to be an entry is refused, wherever the message says it", () => {
  it.each([
    ["3Commas", threeCommas("sell", "flat", "long")],
    ["3Commas, in part", threeCommas("sell", "long", "long")],
    [
      "3Commas, as reported",
      { tv_instrument: "BTCUSDT", action: "sell", strategy_info: { market_position: "flat" } },
    ],
    ["3Commas, custom", threeCommasCustom("exit_long")],
    ["TradersPost", tradersPost("exit", "flat")],
    ["TradersPost, by sentiment", tradersPost("sell", "flat")],
    ["TradersPost, adding", tradersPost("add", "long")],
    ["OKX, strategy", okxStrategy("Close entry(s) order Long", "sell", "flat")],
    ["OKX, strategy, by its id alone", okxStrategy("Close entry(s) order Long", "sell", "short")],
    ["OKX, any", okxAny("EXIT_SHORT")],
    ["OKX, any, reversed", okxAny("REVERSE_LONG_TO_SHORT")],
    ["Altrady", altrady({ action: "close", side: "long" })],
    ["Altrady, in part", altrady({ action: "reduce", side: "long" })],
    ["Altrady, more of it", altrady({ action: "increase", side: "long" })],
    ["Altrady, a test", altrady({ action: "open", side: "long", test: true })],
    ["Altrady, stopping the bot", altrady({ action: "stop_and_close", side: "long" })],
    ["PickMyTrade", pickMyTrade("close")],
    ["Zignaly", zignaly({ type: "exit", side: "long" })],
    ["Finandy, hedging", finandy({ side: "sell", positionSide: "long" })],
    ["SignalBee", signalBee({ side: "close" })],
    ["SignalBee, reducing", signalBee({ side: "sell", reduce_only: true })],
    ["TradingView's tutorials", tutorial({ market_position: "flat", position_size: 0 })],
    ["TradingView's tutorials, by size alone", tutorial({ position_size: 0 })],
    ["TradingView's tutorials, by comment", tutorial({ comment: "Short exit" })],
    ["TradingView's tutorials, by the order's name", tutorial({ order_id: "TP1" })],
    ["an exchange", { symbol: "BTCUSDT", side: "SELL", tradeSide: "CLOSE" }],
    ["an exchange, whole", { symbol: "BTCUSDT", side: "SELL", closePosition: "true" }],
    ["a script", { ticker: "BTCUSDT", signalType: "exit", action: "sell" }],
    ["a script, by a flag", { ticker: "BTCUSDT", action: "sell", close: true }],
    ["OctoBot", octoBot("SIGNAL=SELL", "REDUCE_ONLY=true")],
    ["Autoview", "e=binance s=BTCUSDT b=long c=position t=market"],
    ["CrossTrade", crossTrade("CLOSEPOSITION", "SELL")],
    ["TradingView's report", "S: order sell @ 1 filled on BTCUSDT. New strategy position is 0"],
    ["words", "CLOSE-LONG BTCUSDT"],
    ["words, as an asset", "buy TP1"],
    ["words, another exit", "CLOSED LONG"],
    ["MetaTrader, a deal's entry", own({ deal_entry: 1 })],
    ["PineConnector", "60123456789,closelong,GBPUSD"],
    ["options", { ticker: "NIFTY", action: "SELL_CALL_ATM" }],
    ["an indicator that only looks", { event: "MSS_BULLISH", symbol: "MNQ1!", action: "LOOK_FOR_LONG" }],
    ["Freqtrade, cancelled", freqtrade("entry_cancel")],
    ["Freqtrade, its exit", freqtrade("exit")],
    ["Freqtrade, starting", freqtrade("startup")],
    ["OKX, hedging", own({ posSide: "long" })],
    ["MetaTrader, a deal", own({ entry: "DEAL_ENTRY_OUT" })],
    ["MetaTrader, its comment", own({ comment: "[sl 1.0812]" })],
  ])("%s", (_, message) => {
    expect(outcomeOf(message)).toBe("unsupported_action");
  });
});

describe("an ambiguous message is refused", () => {
  it.each([
    ["Tickerly, from the other side", tickerly("sell", "long")],
    ["TradersPost, an option", { ...tradersPost("buy", "long"), optionType: "put" }],
    ["TradingView's tutorials, a sale", tutorial({ order_action: "sell", position_size: 3 })],
    ["a script, two directions", { ticker: "BTCUSDT", action: "buy", signal: "SELL" }],
    ["a script, a kind that says another", { ticker: "BTCUSDT", side: "buy", type: "SHORT_ENTRY" }],
    ["a script, two assets", { ticker: "BTCUSDT", symbol: "ETHUSDT", action: "buy" }],
    ["a script, two expiries", { ticker: "EURUSD", action: "buy", expires_in: "5m", expires_at: BAR }],
  ])("%s", (_, message) => {
    expect(outcomeOf(message)).toBe("ambiguous");
  });
});

describe("a message that is no signal is refused", () => {
  it.each([
    ["PineConnector", "60123456789,buy,AUDUSD,risk=0.1", "unknown_word"],
    ["Alertatron", "MyKeys(XBTUSD) { market(side=buy, amount=100); } #bot", "unknown_word"],
    ["WunderTrading", "ENTER-LONG_BINANCE_BTCUSDT_BOT-1", "direction_missing"],
    ["Gainium, several at once", [{ action: "startDeal", uuid: "u" }], "not_json"],
    ["Zignaly, a sale of its first form", zignaly({ type: "sell" }), "direction_missing"],
    ["TrendFi", { ticker: "BTC", buy: true, sell: false, short: false, cover: false }, "direction_missing"],
    ["MetaApi", { symbol: "EURUSD", type: "POSITION_TYPE_BUY", volume: 0.01 }, "direction_missing"],
    ["TrendSpider, not filled in", { ticker: "%alert_symbol%", action: "buy" }, "invalid"],
  ])("%s", (_, message, code) => {
    expect(outcomeOf(message)).toBe(code);
  });
});

it("unknown fields are reported by name, and nested ones by their path", () => {
  const message = {
    ticker: "EURUSD",
    action: "buy",
    mood: "good",
    extras: { mood: "bad", list: [1] },
    regime: "",
  };
  expect(outcomeOf(message)).toBe("EUR/USD up mood extras.mood extras.list");
  expect(outcomeOf("ticker=EURUSD; action=buy; mood=good")).toBe("EUR/USD up mood");
});

it("unknown names are reported once by their first 40 characters, without control characters", () => {
  const names = Array.from({ length: 30 }, (_, index) => [`${"x".repeat(60)}\u0007${index}`, 1]);
  const parsed = parseAlert(
    JSON.stringify({ ticker: "EURUSD", action: "buy", "a\u0007b": 1, ...Object.fromEntries(names) }),
  );
  expect(parsed.ok && parsed.alert.notUnderstood).toEqual(["a?b", `${"x".repeat(40)}…`]);
});

it("at most 20 unknown names are reported", () => {
  const names = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, 1]));
  const parsed = parseAlert(JSON.stringify({ ticker: "EURUSD", action: "buy", ...names }));
  expect(parsed.ok && parsed.alert.notUnderstood).toHaveLength(20);
});
