/**
 * What each field of an alert means, by the templates that TradingView and the vendors of bots publish. A field that is not
 * here is named in the answer. Names are compared without case, `_`, `-` and space; a nested one counts with those around it
 * in front, and the longest that is known decides: `order.action` is `orderaction`, then `action`. A `strategy` or `tv` in front
 * says nothing.
 */
import { MAX_FIELD_WORDS } from "#shared/limits/hooks.ts";

/** Names by their meaning. */
const NAMES = {
  /** What is bet on. `s` and `sym`: Autoview and ProfitView; `tv_instrument`: 3Commas; `instrument`: OKX; `pair`: Zignaly. */
  asset: "asset ticker tickerid symbol sym s instrument pair",
  /** Up or down, or what else is to be done. `b`: Autoview. */
  direction: "direction action side orderaction orderside b book positiondirection",
  /** The same where it says up or down; some put a name there. OctoBot, PickMyTrade, many scripts of indicators. */
  maybeDirection: "signal order data event",
  /** Of what kind the message is: never a direction, because `type=sell` closes at Zignaly. `tradeSide`: Bitget, Bitunix. */
  kind: "type t kind command cmd mode eventtype signaltype typeofsignal messagetype tradeside ordertype",
  /** What is held once the order is filled. `sentiment`: TradersPost; `position_side`: Finandy, Binance. */
  position: "marketposition currentposition position sentiment positionside",
  /** What was held before. `prev_position`: Tickerly. */
  previousPosition: "prevmarketposition previousmarketposition prevposition previousposition",
  /** How much is held once the order is filled, without a sign. */
  heldSize: "marketpositionsize",
  /** The same below 0 where it is short, as `{{strategy.position_size}}`; at Zignaly the size of the order. */
  positionSize: "positionsize",
  /** An exit, unless it is false. `c`: Autoview. */
  closing:
    "reduceonly closeonly closeposition closeall closeorder exit isexit isclose flatten cancel cancelall c ch",
  /** The closing price of a bar, as `{{close}}`; true is an exit. */
  close: "close",
  /** What the trader says the price is: the first in the message that is one, before `close`. */
  price:
    "price last lastprice currentprice triggerprice signalprice marketprice entryprice orderprice referenceprice",
  /** Not meant, unless it is false. */
  test: "test istest istestnet testnet dryrun simulation",
  /** An option: who sells a call bets on a fall, and who buys a put does too. */
  option: "optiontype optionright",
  /** Words of the sender, which tell an exit where nothing else does. */
  remark:
    "comment ordercomment ordername message alertmessage orderalertmessage note reason alertname description text",
  /** The sender's name for the message; `{{strategy.order.id}}` is the name of an order, the same each time. */
  id: "id alertid signalid orderid messageid eventid tradeid clientorderid orderlinkid cid uid setupid",
  strategy: "strategy strategyname strategyid bot botid botuuid botname uuid hookid script indicator",
  trader: "trader",
  entry: "entryat entrytime",
  expiry: "expiresat expirytime",
  life: "expiresin expiry duration expiration",
  /** Of the chart: how long the signal runs where nothing else says it. */
  chart: "interval timeframe tf resolution",
  payout: "payout",
  /** A probability that the signal wins. */
  confidence: "confidence",
  /** Start of the bar. */
  bar: "time bartime barts",
  /** The sender's clock, by the names that mean nothing else. */
  sent: "sentat timenow",
  /** The same where nothing better is there. `date`: PickMyTrade; `source_timestamp`: SignalBee. */
  stamp: "timestamp sourcetimestamp signaltimestamp signalts alerttime date",
  maxLag: "maxlag",
  /** No part of a signal: other prices, sizes, orders, accounts and secrets of other services. */
  nothing: [
    "open high low volume hl2 hlc3 ohlc4 bid ask limitprice stopprice averageprice avgprice positionavgprice entry p",
    "quantity qty q contracts ordercontracts size ordersize amount amountvalue amountsymbol shares lots lot units u",
    "quantitytype currencytype investmenttype quoteamount baseamount value notional risk riskpercent riskpercentage",
    "prevmarketpositionsize previousmarketpositionsize prevpositionsize positionsizepercentage percent percentage",
    "orderpriceoffset tif timeinforce postonly leverage l lev margin margintype marginmode hedgemode",
    "takeprofit takeprofitprice tp tp1 tp2 tp3 tp4 stoploss stoplossprice sl sl1 trail trailamount trailpercent trailingstop",
    "percentagetp dollartp percentagesl dollarsl trailstop trailtrigger trailfreq updatetp updatesl breakeven",
    "takeprofitpercent stoplosspercent takeprofits dcaorders pyramid duplicatepositionallow reverseorderclose",
    "rsi macd ema sma atr plot plot0 plot1 plot2 plot3 score grade",
    "exchange ex e venue broker platform exchangeaccounttype assetclass instrumenttype markettype",
    "account accountid accounts a acc multipleaccounts connectionname pointer stub userid",
    "secret token key apikey apisecret apitoken passphrase password pass webhooksecret hooktoken signaltoken licenseid",
    "license authkey emailtoken connectorsecret apisecretkey auth",
    "currency basecurrency quotecurrency base quote basecoin quotecoin strike strikeprice strikecount strikesaway",
    "intrinsicvalue version pnl profit delayseconds",
  ].join(" "),
} as const;

export type FieldMeaning = keyof typeof NAMES;

const MEANINGS: ReadonlyMap<string, FieldMeaning> = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) =>
    names.split(" ").map((name) => [name, meaning as FieldMeaning] as const),
  ),
);

/** Whether a message says the same signal without the field, whatever stands in it. */
export function isAside(meaning: FieldMeaning | null): boolean {
  return meaning === "nothing" || meaning === "price";
}

/** By the names from the outermost to the field's own; null for a field that no template has. */
export function meaningOf(path: readonly string[]): FieldMeaning | null {
  const words = path.flatMap((name) => name.split(".")).slice(-MAX_FIELD_WORDS);
  for (const start of words.keys()) {
    const name = words
      .slice(start)
      .join("")
      .toLowerCase()
      .replaceAll(/[\s_\-\p{DI}]/gu, "");
    const meaning = MEANINGS.get(name) ?? MEANINGS.get(name.replace(/^(?:strategy|tv)/, ""));
    if (meaning) return meaning;
  }
  return null;
}
