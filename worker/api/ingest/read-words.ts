/**
 * Messages in words, as people write alerts. The grammar is strict, because what it takes goes on the record for good:
 *
 *     message  = words | report
 *     words    = word *( separator word )            in any order, each kind at most once
 *     separator = white space, "," ";" "|" "·" "•" or a "-" between spaces
 *     word     = direction | asset | otc | duration | payout | price | instant | clock [zone]
 *     direction = "buy" "long" "call" "up" "higher" | "sell" "short" "put" "down" "lower"    in either case
 *     asset    = 3 to 32 upper-case letters, digits and . _ / : # & -, also ending in "_otc" or, after a digit, in "!"
 *                but none of NO_ASSETS, unless with its exchange, as in "NYSE:NOW"
 *     otc      = "OTC" "(OTC)"                       the asset is traded over the counter
 *     duration = "5m" "90s" "1h" "M5" "H1"           how long the signal runs
 *     payout   = "85%"
 *     price    = "@1.0851" "@ 1.0851"                what the trader says it is
 *     instant  = ISO 8601 with a zone                the entry
 *     clock    = "14:35", needs a zone               the entry, on the day nearest to now
 *     zone     = "UTC" "UTC-3" "(GMT+05:30)"
 *     report   = … "order" ("buy" | "sell") "@" price "filled on" asset "." "New strategy position is" number
 *
 * The report is what TradingView sends for a strategy where its user wrote nothing else.
 */
import { canonicalAsset } from "#shared/assets/asset.ts";
import { type Alert, AlertProblem, quote, refuseAction, requireOneAsset } from "./alert.ts";
import {
  hasExitWord,
  mayBeMonths,
  parseClock,
  parseDirection,
  parseDuration,
  parseInstant,
  parsePayout,
  parsePrice,
  parseZone,
} from "./alert-values.ts";
import { MAX_ALERT_WORDS } from "#shared/limits/ingest.ts";

const REPORT =
  /\border (buy|sell) @ ([\d.,]{1,30}) filled on (\S{1,40})\. New strategy position is (-?[\d.,]{1,30}?)\.?$/;

const ASSET = /^#?[A-Z0-9][A-Z0-9._/:#&-]{1,30}[A-Z0-9](?:_otc|(?<=\d)!)?$/;

/** Stands beside the asset that it marks, as in "EUR/USD (OTC) buy". */
const OTC_MARK = /^[([]?[O0]TC[)\]]?$/;

/**
 * Words that people write in capitals beside a direction. Some are tickers too, but a signal on an asset that was not meant
 * would stay on the record: they count as tickers only with an exchange or in a field.
 */
const NO_ASSETS: ReadonlySet<string> = new Set(
  [
    // Kind of message.
    "ALERT SETUP SIGNAL TEST TRADE TRIGGER",
    // What became of it.
    "DONE FILLED LOST REJECTED WIN WON",
    // When and how to trade.
    "ENTER ENTRY LIMIT MARKET NOW OPEN ORDER POSITION PRICE",
    // Kind of signal or instrument.
    "BEARISH BULLISH CONFIRMED NEW OTC STRONG",
  ].flatMap((words) => words.split(" ")),
);

type Words = {
  -readonly [Name in "asset" | "direction" | "lifeSeconds" | "entryAtMs"]?: Alert[Name];
} & { payout?: number; price?: string; clock?: number; offset?: number; noAsset?: string; mark?: string };

/** Throws AlertProblem. */
export function readWords(text: string): Alert {
  if (hasExitWord(text)) refuseAction(text);
  // Middle dot, bullet, en dash, em dash.
  const words = text
    .replaceAll(/(?<!\S)@\s+(?=\S)/g, "@")
    .split(/(?:[\s,;|\u00b7\u2022]|(?<=\s)[-\u2013\u2014](?=\s))+/u)
    .filter(Boolean);
  if (words.length > MAX_ALERT_WORDS) {
    throw new AlertProblem(
      "unknown_word",
      `A message in words has at most ${MAX_ALERT_WORDS}: send fewer, or JSON.`,
    );
  }
  const said: Words = {};
  for (const word of words) readWord(said, word);
  return alertOf(said);
}

function readWord(said: Words, word: string): void {
  const direction = parseDirection(word);
  if (direction) return say(said, "direction", direction, word);
  if (mayBeMonths(word)) {
    const minutes = quote(word.toLowerCase());
    throw new AlertProblem(
      "ambiguous",
      `${quote(word)} may be minutes or months: send ${minutes} for minutes.`,
    );
  }
  // A bare number could be a price, a size or a time, so it is not a valid word.
  const lifeSeconds = /^\d+$/.test(word) ? null : parseDuration(word);
  if (lifeSeconds !== null) return say(said, "lifeSeconds", lifeSeconds, word);
  const payout = word.endsWith("%") ? parsePayout(word) : null;
  if (payout !== null) return say(said, "payout", payout, word);
  const price = word.startsWith("@") ? parsePrice(word.slice(1)) : null;
  if (price !== null) return say(said, "price", price, word);
  const entryAtMs = /^\d+$/.test(word) ? null : parseInstant(word);
  if (entryAtMs !== null) return say(said, "entryAtMs", entryAtMs, word);
  const clock = parseClock(word);
  if (clock !== null) return say(said, "clock", clock, word);
  const offset = parseZone(word);
  if (offset !== null) return say(said, "offset", offset, word);
  if (OTC_MARK.test(word)) {
    said.mark ??= word;
    return;
  }
  const parts = word.replace(/^#/, "").split(/[:&]/);
  if (parts.every((part) => NO_ASSETS.has(part))) {
    said.noAsset ??= word;
    return;
  }
  requireOneAsset(word);
  const asset = ASSET.test(word) && /[A-Z]/.test(word) ? canonicalAsset(word) : null;
  if (asset !== null) return say(said, "asset", asset, word);
  refuseWord(word);
}

function refuseWord(word: string): never {
  throw new AlertProblem(
    "unknown_word",
    `${quote(word)} is not understood: send words as in EURUSD buy 5m 85%, or JSON.`,
  );
}

function say<Name extends keyof Words>(said: Words, name: Name, value: Words[Name], word: string): void {
  if (said[name] !== undefined) {
    throw new AlertProblem("ambiguous", `${quote(word)} repeats what another word has said: send it once.`);
  }
  said[name] = value;
}

function alertOf({ asset: named, noAsset, mark, direction, clock, offset, ...said }: Words): Alert {
  const none = noAsset ?? mark;
  if (named === undefined) {
    const found = none === undefined ? "" : `: ${quote(none)} is not an asset`;
    throw new AlertProblem("asset_missing", `No asset, as in EURUSD${found}.`);
  }
  if (noAsset !== undefined) refuseWord(noAsset);
  const asset = mark === undefined ? named : (canonicalAsset(`${named} OTC`) ?? refuseWord(mark));
  if (direction === undefined)
    throw new AlertProblem("direction_missing", "No direction, as in buy or sell.");
  if (clock !== undefined && offset === undefined) {
    throw new AlertProblem("zone_missing", "A time of day needs its zone, as in 14:35 UTC-3.");
  }
  if (clock === undefined && offset !== undefined) {
    throw new AlertProblem("unknown_word", "A zone needs a time of day, as in 14:35 UTC-3.");
  }
  if (clock !== undefined && said.entryAtMs !== undefined) {
    throw new AlertProblem("ambiguous", "Two entry times: send one.");
  }
  return {
    ...UNSAID,
    asset,
    direction,
    lifeSeconds: said.lifeSeconds ?? null,
    figures: {
      ...(said.payout !== undefined && { payout: said.payout }),
      ...(said.price !== undefined && { stated_price: said.price }),
    },
    entryAtMs: said.entryAtMs ?? null,
    entryClock:
      clock === undefined || offset === undefined ? null : { minutes: clock, offsetMinutes: offset },
  };
}

/** Null if the text is not a report. Throws AlertProblem. */
export function readReport(text: string): Alert | null {
  const report = REPORT.exec(text);
  if (report === null) return null;
  const [, action = "", filledAt = "", asset = "", position = ""] = report;
  const direction = action === "buy" ? "up" : "down";
  const held = position.startsWith("-") ? "down" : "up";
  // An order that leaves no position, or one of the opposite direction, has closed a position or reduced it.
  if (!/[1-9]/.test(position) || held !== direction) refuseAction(`${action} to position ${position}`);
  requireOneAsset(asset);
  const price = parsePrice(filledAt);
  return {
    ...UNSAID,
    asset: canonicalAsset(asset) ?? refuseWord(asset),
    direction,
    figures: price === null ? {} : { stated_price: price },
  };
}

const UNSAID: Omit<Alert, "asset" | "direction"> = {
  entryAtMs: null,
  entryClock: null,
  expiresAtMs: null,
  lifeSeconds: null,
  figures: {},
  barAtMs: null,
  sentAtMs: null,
  maxLagSeconds: null,
  trader: null,
  strategy: null,
  id: null,
  trade: null,
  notUnderstood: [],
  confidenceNames: [],
};
