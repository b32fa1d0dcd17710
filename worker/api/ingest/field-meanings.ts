/**
 * What each field of an alert means, by the templates that TradingView and the vendors of bots publish. A field that is not
 * listed here is named in the answer. Names are compared without case, `_`, `-` and space. A nested name is looked up with
 * the names of its parents in front, and the longest known combination decides: `order.action` is `orderaction`, then
 * `action`. A leading `strategy` or `tv` is ignored.
 */
import { MAX_FIELD_WORDS } from "#shared/limits/ingest.ts";

/** Names by their meaning. */
const NAMES = {
  /** The asset. `s` and `sym`: Autoview and ProfitView; `tv_instrument`: 3Commas; `instrument`: OKX; `pair`: Zignaly. */
  asset: "asset ticker tickerid symbol sym s instrument pair",
  /** Up or down, or another action. `b`: Autoview. */
  direction: "direction action side orderaction orderside b book positiondirection",
  /** Direction if the value says up or down; some senders put a name there. OctoBot, PickMyTrade, many scripts of indicators. */
  maybeDirection: "signal order data event",
  /** Kind of message: never a direction, because `type=sell` closes a position at Zignaly. `tradeSide`: Bitget, Bitunix. */
  kind: "type t kind command cmd mode eventtype signaltype typeofsignal messagetype tradeside ordertype",
  /** Position after the order is filled. `sentiment`: TradersPost; `position_side`: Finandy, Binance. */
  position: "marketposition currentposition position sentiment positionside",
  /** Position before the order. `prev_position`: Tickerly. */
  previousPosition: "prevmarketposition previousmarketposition prevposition previousposition",
  /** Size of the position after the order is filled, without a sign. */
  heldSize: "marketpositionsize",
  /** The same, below 0 if it is short, as `{{strategy.position_size}}`; at Zignaly the size of the order. */
  positionSize: "positionsize",
  /** An exit, unless the value is false. `c`: Autoview. */
  closing:
    "reduceonly closeonly closeposition closeall closeorder exit isexit isclose flatten cancel cancelall c ch",
  /** The closing price of a bar, as `{{close}}`; the value true is an exit. */
  close: "close",
  /** The price stated by the trader: the first of these that is a price; `close` comes last. */
  price:
    "price last lastprice currentprice triggerprice signalprice marketprice entryprice orderprice referenceprice",
  /** A test message, unless the value is false. */
  test: "test istest istestnet testnet dryrun simulation",
  /** An option: selling a call or buying a put is a bet on a fall. */
  option: "optiontype optionright",
  /** Free text of the sender, which reveals an exit if no other field does. */
  remark:
    "comment ordercomment ordername message alertmessage orderalertmessage note reason alertname description text",
  /** The sender's name for the message; `{{strategy.order.id}}` is the name of an order, the same each time. */
  id: "id alertid signalid orderid messageid eventid tradeid clientorderid orderlinkid cid uid setupid",
  strategy: "strategy strategyname strategyid bot botid botuuid botname uuid hookid script indicator",
  trader: "trader",
  entry: "entryat entrytime",
  expiry: "expiresat expirytime",
  life: "expiresin expiry duration expiration",
  /** Interval of the chart: how long the signal runs if no other field says so. */
  chart: "interval timeframe tf resolution",
  payout: "payout",
  /** A probability that the signal wins. */
  confidence: "confidence",
  /** Start of the bar. */
  bar: "time bartime barts",
  /** The sender's clock, by names that have no other meaning. */
  sent: "sentat timenow",
  /** The same, if no better field exists. `date`: PickMyTrade; `source_timestamp`: SignalBee. */
  stamp: "timestamp sourcetimestamp signaltimestamp signalts alerttime date",
  maxLag: "maxlag",
  /** Not part of a signal: other prices, sizes, orders, accounts and secrets of other services. */
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

/** Whether the field does not change the signal, whatever its value. */
export function isAside(meaning: FieldMeaning | null): boolean {
  return meaning === "nothing" || meaning === "price";
}

/** Meaning by the names from the outermost to the field's own; null for a field that no template has. */
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
