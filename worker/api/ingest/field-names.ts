/**
 * What each field of an alert means, by the templates that TradingView and the vendors of bots publish; a name that is not
 * listed, by the words in it. A field without a meaning is named in the answer. Names are compared without case, `_`, `-`
 * and space. A nested name is looked up with the names of its parents in front, and the longest known combination decides:
 * `order.action` is `orderaction`, then `action`. A leading `strategy` or `tv` is ignored.
 */
import { MAX_FIELD_WORDS } from "#shared/limits/ingest.ts";

/** Names by their meaning. */
const NAMES = {
  /** The asset. `s` and `sym`: Autoview and ProfitView; `tv_instrument`: 3Commas; `instrument`: OKX; `pair`: Zignaly. */
  asset: "asset ticker tickerid symbol sym s instrument pair",
  /** Up or down, or another action. `b`: Autoview. */
  direction: "direction action side orderaction orderside b book positiondirection",
  /** Direction if the value says up or down; some senders put a name there. OctoBot, PickMyTrade. */
  maybeDirection: "signal order data",
  /** Kind of message, and its direction if the value says up or down. Many scripts of indicators. */
  event: "event",
  /** Kind of message: never a direction, because `type=sell` closes a position at Zignaly. `tradeSide`: Bitget, Bitunix. */
  kind: "t tradeside dealentry",
  /** Position after the order is filled. `sentiment`: TradersPost; `position_side`: Finandy, Binance; `posSide`: OKX. */
  position: "marketposition currentposition position sentiment positionside posside",
  /** Position before the order. `prev_position`: Tickerly. */
  previousPosition: "prevmarketposition previousmarketposition prevposition previousposition",
  /** Size of the position after the order is filled, without a sign. */
  heldSize: "marketpositionsize",
  /** The same, below 0 if it is short, as `{{strategy.position_size}}`; at Zignaly the size of the order. */
  positionSize: "positionsize positionqty positionquantity positionamount positionamt",
  /** An exit, unless the value is false or 0. `c`: Autoview. */
  closing: "c ch win iswin won lost",
  /** An exit, if the value is false or 0; otherwise an entry or a price. `entry`: MetaTrader. */
  opening: "open entry",
  /** The closing price of a bar, as `{{close}}`; any other value is an exit. */
  close: "close closeprice barclose candleclose currentclose",
  /** The profit of a trade; together with a closing price, it says that the trade has ended. */
  result: "profit",
  /** Prices at which a trade is to end; a value without a number says that it has ended. */
  level: [
    "takeprofit takeprofitprice takeprofitpercent takeprofits tp tp1 tp2 tp3 tp4",
    "stoploss stoplossprice stoplosspercent sl sl1",
  ].join(" "),
  /** The price stated by the trader: the first of these that is a price; `close` comes last. */
  price:
    "price last lastprice currentprice triggerprice signalprice marketprice entryprice orderprice referenceprice",
  /** A test message, unless the value is false. */
  test: "test istest istestnet testnet dryrun simulation",
  /** An option: selling a call or buying a put is a bet on a fall. */
  option: "optiontype optionright",
  /** Free text of the sender, which reveals an exit if no other field does. */
  remark:
    "comment ordercomment ordername message alertmessage orderalertmessage note alertname description text mode entryreason",
  /** The sender's name for the message; `{{strategy.order.id}}` is the name of an order, the same each time. */
  id: "id alertid signalid orderid messageid eventid clientorderid orderlinkid cid uid setupid",
  /** The same in all messages of one trade: its entry, and the fill of it. `{trade_id}`: Freqtrade. */
  trade: "tradeid",
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
    "high low volume hl2 hlc3 ohlc4 bid ask limitprice stopprice averageprice avgprice positionavgprice p",
    "prevclose previousclose lastclose hourlyclose dailyclose dayclose weeklyclose htfclose source src",
    "quantity qty q contracts ordercontracts size ordersize amount amountvalue amountsymbol shares lots lot units u",
    "quantitytype currencytype investmenttype quoteamount baseamount value notional risk riskpercent riskpercentage",
    "prevmarketpositionsize previousmarketpositionsize prevpositionsize positionsizepercentage percent percentage",
    "orderpriceoffset tif timeinforce postonly leverage l lev margin margintype marginmode hedgemode",
    "trail trailamount trailpercent trailingstop takeprofittype stoplosstype",
    "percentagetp dollartp percentagesl dollarsl trailstop trailtrigger trailfreq updatetp updatesl breakeven",
    "dcaorders pyramid duplicatepositionallow reverseorderclose",
    "rsi macd ema sma atr plot plot0 plot1 plot2 plot3 score grade",
    "exchange ex e venue broker platform exchangeaccounttype assetclass instrumenttype markettype",
    "account accountid accounts a acc multipleaccounts connectionname pointer stub userid",
    "secret token key apikey apisecret apitoken passphrase password pass webhooksecret hooktoken signaltoken licenseid",
    "license authkey emailtoken connectorsecret apisecretkey auth",
    "currency basecurrency quotecurrency base quote basecoin quotecoin strike strikeprice strikecount strikesaway",
    "intrinsicvalue version delayseconds",
  ].join(" "),
} as const;

export type FieldMeaning = keyof typeof NAMES;

/** A field with the names of the objects that contain it, outermost first. */
export interface AlertField {
  readonly path: readonly string[];
  readonly value: string;
  /** Null for a field that no template has. */
  readonly meaning: FieldMeaning | null;
}

/** The fields of a message that mean one of these. */
export type FieldsOf = (...meanings: readonly AlertField["meaning"][]) => readonly AlertField[];

const MEANINGS: ReadonlyMap<string, FieldMeaning> = new Map(
  Object.entries(NAMES).flatMap(([meaning, names]) =>
    names.split(" ").map((name) => [name, meaning as FieldMeaning] as const),
  ),
);

/** In a name that no template has: a field by which a message says what it is. */
const SAYS_KIND =
  /kind|type|status|state(?!ment)|event|(?<!fr|trans)action|position|reason|command|cmd|intent|operation|phase|stage|outcome|result/;
/** A field with such an ending says something else: `event_time`, `position_id`, `instType`. */
const SAYS_NO_KIND =
  /(?:id|time|timestamp|date|price|percent|index|idx|positionmode|(?:account|amount|asset|contract|inst|product|qty|quantity|resp|risk|sec|size|working)type)$/;
/** A field that only the end of a trade has. */
const SAYS_EXIT =
  /exit|clos(?:e(?!st)|ing)|cancel|flatten|liquidat|reali[sz]ed(?!vol)|reduce|stopped|stopout|(?<!w)hit(?!rate)|pnl/;
/** A field that says whether the trade still runs. */
const SAYS_OPEN = /^(?:is|has|still|trade|position|order|deal)*(?:open|opened|active|live|running|entry)$/;
const SAYS_RESULT = /(?<!take|target|min|max)profit(?!target|factor)/;
/** Names that mean nothing without the name before them: `event.name`. */
const OF_OUTER = /^(?:name|value|label|title|code)$/;

const ASIDE: ReadonlySet<FieldMeaning | null> = new Set(["nothing", "price", "level", "opening", "result"]);

/** Whether the field gives nothing of a signal, or only the stated price. */
export function isAside(meaning: FieldMeaning | null): boolean {
  return ASIDE.has(meaning);
}

/** Meaning by the names from the outermost to the field's own; null for a field that no template has. */
export function meaningOf(path: readonly string[]): FieldMeaning | null {
  const words = path.flatMap((name) => name.split(".")).map(bareName);
  if (words.slice(0, -1).some((outer) => SAYS_EXIT.test(outer))) return "closing";
  const last = words.slice(-MAX_FIELD_WORDS);
  for (const start of last.keys()) {
    const name = last.slice(start).join("");
    const meaning = MEANINGS.get(name) ?? MEANINGS.get(name.replace(/^(?:strategy|tv)/, ""));
    if (meaning) return meaning;
  }
  const own = last.at(-1) ?? "";
  return meaningByWords(OF_OUTER.test(own) ? last.slice(-2).join("") : own);
}

function meaningByWords(name: string): FieldMeaning | null {
  if (SAYS_EXIT.test(name)) return "closing";
  if (SAYS_OPEN.test(name)) return "opening";
  if (SAYS_RESULT.test(name)) return "result";
  return SAYS_KIND.test(name) && !SAYS_NO_KIND.test(name) ? "kind" : null;
}

function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_\-\p{DI}]/gu, "");
}
