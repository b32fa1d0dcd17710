/**
 * Assets: the one spelling of each, and which are over the counter (OTC), with a price that the platform itself makes. A perpetual
 * contract is an asset of its own, because its price differs from that of its coin.
 */
import { codesNamed } from "./asset-names.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { foldText } from "#shared/text/folded-text.ts";

/** Currencies of ISO 4217 that trading platforms offer, including the offshore yuan; metals; coins that are quoted like them. */
const CURRENCY = `(?:${[
  "AED ARS AUD BDT BHD BRL CAD CHF CLP CNH CNY COP CZK DKK DZD EGP EUR GBP HKD HUF IDR ILS INR JOD JPY KES KRW",
  "KWD KZT LBP MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RUB SAR SEK SGD THB TND TRY TWD UAH USD VND",
  "YER ZAR XAG XAU XPD XPT ADA BCH BNB BTC ETH LTC SOL XRP",
]
  .join(" ")
  .replaceAll(" ", "|")})`;

/** Separators between the parts of a name. */
const GAP = String.raw`[\s._/:&()[\]-]`;
const PAIR = `(${CURRENCY})${GAP}{0,3}(${CURRENCY})`;
const WHOLE_PAIR = new RegExp(`^${PAIR}$`);
const OUTER_GAPS = new RegExp(`^${GAP}+|${GAP}+$`, "g");
const ANY_PAIR = new RegExp(PAIR);
/** Any other name followed by a separator and one of these. */
const QUOTED = new RegExp(`^([A-Z0-9]{2,10})${GAP}{1,3}(USD|EUR|GBP|JPY|BTC|ETH|USDT|USDC)$`);

/** OTC, also with a zero or with dots. */
const MARK = "[O0][._/ -]?T[._/ -]?C";
/** Positions of the mark, with the name that it marks. */
const MARKED: readonly RegExp[] = [
  new RegExp(`^(.*?)(?:${GAP}+|(?<=[!#]))${MARK}$`),
  new RegExp(`^${MARK}${GAP}+(.+)$`),
  new RegExp(`^(${PAIR})${MARK}$`),
  new RegExp(`^${MARK}(${PAIR})$`),
  /^(#?[A-Z0-9]{3,})[O0]TC$/,
  /^[O0]TC(#?[A-Z0-9]{4,})$/,
];
const MARK_WITHIN = /(?:^|[^A-Z0-9])[O0]TC(?:[^A-Z0-9]|$)/;
const LIKE_THE_MARK = /[O0QD][._/ -]?[T7][._/ -]?[CG]/;
const LIKE_THE_MARK_AT_END = /[._/ -][O0QD]{1,2}[T7]{1,2}[O0]?[CG]$/;
const IN_WORDS = /OVER[^A-Z0-9]*THE[^A-Z0-9]*COUNTER/;
/** A pair with the mark between its currencies. */
const SPLIT_PAIR = new RegExp(`^${CURRENCY}[O0]TC${CURRENCY}$`);

/** The perpetual `BTC/USDT:USDT` or `BTC/USD:BTC`, as ccxt writes it; with a date behind it is another contract. */
const CCXT_CONTRACT = /^([A-Z0-9]{1,20})[/_-]([A-Z0-9]{2,10}):(?:\1|\2)(-.+)?$/;
/** The ending of a perpetual: `BTCUSDT.P`: TradingView; `_PERP`: Binance; `-SWAP`: OKX; `-PERPETUAL`: Deribit. */
const PERPETUAL = new RegExp(`^(.+?)(?:${GAP}*PERP(?:ETUAL)?|${GAP}+SWAP|\\.P)$`);
/** `PERP_BTC_USDT`: WOO. The token PERP has pairs of two parts. */
const PERPETUAL_FIRST = /^PERP_([A-Z0-9]+_[A-Z0-9]+)$/;
const HAS_QUOTE = new RegExp(`^(?:${PAIR}|.{2,}(?:USDT|USDC|USD|EUR))$`);

/** `AAPL/NASDAQ:MSFT`, `BTCUSDT/ETHUSDT`, `1/EURUSD`: a value that TradingView calculates from two assets. */
const COMBINED = new RegExp(
  String.raw`[/-][A-Z0-9_]+:.|^\d+(?:\.\d+)?/.|^(?:${PAIR}|.{2,}USD[TC]?)[/-](?:${PAIR}|.{2,}USD[TC]?)$`,
);

/** `BINANCE:` of `BINANCE:BTCUSDT`, as TradingView writes it. */
const EXCHANGE = /^([A-Z0-9_]{1,20}):(?=.)/;

/** The spellings that people and platforms use for assets. */
export const WRITTEN_ASSET = /^[A-Za-z0-9#([][A-Za-z0-9._/:#&!()[\] -]{0,63}$/;
/** The same with any letters, for searches: people may use names that are not on the record. */
export const SOUGHT_ASSET = /^[\p{L}\p{N}#([][\p{L}\p{M}\p{N}._/:#&!()[\] -]{0,63}$/u;
const NAME = /^[A-Z0-9#][A-Z0-9._/:#&!-]*$/;
/** Applies to the spelling on the record. */
export const MAX_ASSET_CHARACTERS = BOUNDS.asset.max;
const OTC_ENDING = "_otc";
const PERPETUAL_ENDING = ".P";

/**
 * The spelling for the record: in upper case and without the exchange. A pair of currencies is `EUR/USD`, one against a stablecoin
 * `BTCUSDT`, a perpetual `BTCUSDT.P`, in USDT if it names no other currency. An OTC asset has the suffix that platforms use, as in
 * `EURUSD_otc` or `#AAPL_otc`. Null if the text is not one asset, or if it is unclear whether it is over the counter.
 */
export function canonicalAsset(text: string): string | null {
  if (!WRITTEN_ASSET.test(text)) return null;
  const { name, isOtc } = withoutMark(text.toUpperCase());
  if ((!isOtc && mayBeMarked(name)) || isCombination(name)) return null;
  const bare = spellPair(name, isOtc ? "" : "/");
  const spelled = isOtc ? bare + OTC_ENDING : bare;
  if (!NAME.test(bare) || spelled.length > MAX_ASSET_CHARACTERS) return null;
  // The result must map to itself: `OTCX/USDT` becomes `OTCXUSDT`, which is marked.
  return spelled === text ? spelled : canonicalAsset(spelled);
}

/** Separators in the spelling of the record. */
export const ASSET_SEPARATORS = [".", "_", "/", ":", "#", "&", "!", "-"];

/**
 * The texts to look for in assets' spellings, in upper case and without separators: the typed text itself, and the codes of the
 * assets that it names. `eurusd` finds `EURUSD_otc`, and `gold` finds `XAU/USD`.
 */
export function soughtInAssets(written: string): readonly string[] {
  const folded = foldText(written);
  return folded === "" ? [] : [folded.toUpperCase(), ...codesNamed(folded)];
}

/** Whether a search for the text finds this asset. */
export function holdsAsset(asset: string, written: string): boolean {
  const bare = foldText(asset).toUpperCase();
  return soughtInAssets(written).some((part) => bare.includes(part));
}

/** Whether the platform makes the price of `asset` itself, by the mark in its spelling. */
export function isOverTheCounter(asset: string): boolean {
  return WRITTEN_ASSET.test(asset) && withoutMark(asset.toUpperCase()).isOtc;
}

/** Whether the text is a ratio or a spread of two assets, on which no signal can be published. */
export function isCombinedAsset(text: string): boolean {
  return WRITTEN_ASSET.test(text) && isCombination(withoutMark(text.toUpperCase()).name);
}

function isCombination(name: string): boolean {
  return COMBINED.test(name) && !CCXT_CONTRACT.test(name) && !WHOLE_PAIR.test(name);
}

/** Also without the exchange, which may contain the mark. */
function withoutMark(text: string): { readonly name: string; readonly isOtc: boolean } {
  let name = trimGaps(text);
  let isOtc = false;
  for (;;) {
    const marked = MARKED.map((pattern) => pattern.exec(name)?.[1]).find(Boolean);
    const [prefix = "", exchange = ""] = EXCHANGE.exec(name) ?? [];
    const isExchange = exchange !== "" && !WHOLE_PAIR.test(name) && !WHOLE_PAIR.test(exchange);
    const isMarkedExchange = isExchange && /[O0]TC/.test(exchange);
    if (marked) {
      name = trimGaps(marked);
      isOtc = true;
    } else if (isMarkedExchange || (isExchange && !mayBeMarked(name))) {
      name = trimGaps(name.slice(prefix.length));
      isOtc ||= isMarkedExchange;
    } else return { name, isOtc };
  }
}

function trimGaps(name: string): string {
  return name.replaceAll(OUTER_GAPS, "");
}

function mayBeMarked(name: string): boolean {
  if ([MARK_WITHIN, IN_WORDS, SPLIT_PAIR, LIKE_THE_MARK_AT_END].some((pattern) => pattern.test(name)))
    return true;
  return ANY_PAIR.test(name) && LIKE_THE_MARK.test(name.replace(ANY_PAIR, " "));
}

function spellPair(name: string, gap: "/" | ""): string {
  const [, coin, currency, date] = CCXT_CONTRACT.exec(name) ?? [];
  if (coin !== undefined) return date === undefined ? `${coin}${currency}${PERPETUAL_ENDING}` : name;
  const [, contract] = PERPETUAL_FIRST.exec(name) ?? PERPETUAL.exec(name) ?? [];
  if (contract !== undefined) {
    const spelled = spellPair(trimGaps(contract), "");
    if (HAS_QUOTE.test(spelled)) return spelled + PERPETUAL_ENDING;
    // `.P` alone also ends the names of preferred shares.
    return name.endsWith(PERPETUAL_ENDING) ? name : `${spelled}USDT${PERPETUAL_ENDING}`;
  }
  const [, base, quote] = WHOLE_PAIR.exec(name) ?? QUOTED.exec(name) ?? [];
  if (base === undefined || quote === undefined) return name;
  return quote === "USDT" || quote === "USDC" ? base + quote : base + gap + quote;
}
