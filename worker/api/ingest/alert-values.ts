/** Parses single values of a message, each by its own small grammar; null if the text is no such value. */
import * as v from "valibot";
import { Confidence } from "#shared/contracts/ledger.ts";
import { SentInstant } from "#shared/contracts/instant.ts";
import { Price } from "#shared/contracts/prices.ts";
import type { Direction } from "#shared/contracts/signals.ts";
import type { ClockTime } from "./alert.ts";

const UP = new Set(["up", "buy", "long", "call", "higher"]);
const DOWN = new Set(["down", "sell", "short", "put", "lower"]);

/** `Enter_Long` is `enterlong`. */
function bareWords(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_.:/-]/g, "");
}

/** Each says by itself that a position is opened: `open`: Altrady; `entry`: Zignaly; `place`: CrossTrade; `mkt`: PickMyTrade. */
const OPENING = "open(?:ed|ing)?|enter(?:ed|ing)?|entry|new|placed?|signal|alert|market|limit|mkt|lmt";
const ENTRY = new RegExp(
  `^(?:${OPENING}|buy|sell|long|short|go|in|to|and|op|type|start|created|triggered|order|trade|position|deal)+$`,
);
const SAYS_ENTRY = new RegExp(`${OPENING}|buy|sell|long|short`);

/**
 * Whether the text that states what a message is means an entry. Every word of it must be known, since a list of everything
 * that is not an entry could never be complete.
 */
export function isEntry(text: string): boolean {
  const words = bareWords(text);
  if (UP.has(words) || DOWN.has(words)) return true;
  const isBoth = /buy|long/.test(words) && /sell|short/.test(words);
  return ENTRY.test(words) && SAYS_ENTRY.test(words) && !isBoth;
}

/** The fill of an entry, which follows it: Freqtrade's `entry_fill`. */
export function isFilledEntry(text: string): boolean {
  const words = bareWords(text);
  const entry = words.replace(/fill(?:ed)?$/, "");
  return entry !== words && /entry|enter|open/.test(entry) && isEntry(entry);
}

/** The direction of an entry; null if the text states none. */
export function parseDirection(text: string): Direction | null {
  if (!isEntry(text)) return null;
  const words = bareWords(text);
  if (UP.has(words) || /buy|long/.test(words)) return "up";
  return DOWN.has(words) || /sell|short/.test(words) ? "down" : null;
}

/** What a bar does, in a sender's own words: `breakout closed above`, `once per bar close`. */
const BAR_CLOSE =
  /\b(?:bar|candle|daily|weekly|hourly) close[sd]?\b|(?<!(?:trade|position|order|deal|long|short|all)s? )\bclos(?:e[sd]?|ing) (?:(?:above|below|over|under|cross\w*)\b|[<>])/g;
/** Words of an exit, also in the site's other languages. */
const EXIT_WORDS =
  /exit|clos(?:e|ing)|stop|cancel|liquidat|expired|finished|unwind|square[ds]? ?off|(?:tp|sl)\d? ?hit|(?<!br(?:eak|oke|eaking) )\bout\b(?! of)|\b(?:cover|flat|reduc|trail|profit|loss|target|hit\b|partial|ended\b|updat|sl\b|tp ?\d*\b|[ls]x\b|x[ls]\b|break ?even|margin call|ausstieg|geschlossen|storniert|sortie|cl[oô]tur|ferm[eé]|annul|cierre|cerrad|salida|chius|uscita)/;

/** Whether a sender's own words have a word of exits anywhere. */
export function hasExitWord(text: string): boolean {
  const words = text.toLowerCase().replaceAll(/[\s_-]+/g, " ");
  return EXIT_WORDS.test(words.replaceAll(BAR_CLOSE, " "));
}

/**
 * The position after an order is filled: none, or a bet on `up` or `down`; `either` does not say which, as Binance's `BOTH`
 * and OKX's `net`.
 * A number is a size, below 0 if it is short. `bullish` and `bearish` are TradersPost's.
 */
export function parsePosition(text: string): Direction | "flat" | "either" | null {
  const word = text.toLowerCase();
  if (word === "flat") return "flat";
  if (word === "both" || word === "net") return "either";
  if (word === "long" || word === "bullish") return "up";
  if (word === "short" || word === "bearish") return "down";
  if (!/^[+-]?\d[\d,]{0,30}(?:\.\d{0,30})?$/.test(word)) return null;
  if (!/[1-9]/.test(word)) return "flat";
  return word.startsWith("-") ? "down" : "up";
}

/** ISO 8601 with a zone, as TradingView's `{{time}}`, or seconds or milliseconds since the epoch. */
export function parseInstant(text: string): number | null {
  if (/^[1-9]\d{9}$/.test(text)) return Number(text) * 1000;
  if (/^[1-9]\d{12}$/.test(text)) return Number(text);
  // Python writes microseconds and Go nanoseconds; a signal has milliseconds.
  const parsed = v.safeParse(SentInstant, text.replace(/(\.\d{3})\d{1,6}(?=[Z+-])/, "$1"));
  return parsed.success ? parsed.output : null;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** `1M`, `3M`, `6M` and `12M` are months in TradingView's `{{interval}}` and minutes for others, so they are not guessed. */
export function mayBeMonths(text: string): boolean {
  return /^(?:1|3|6|12) ?M$/.test(text);
}

/** `5m`, `90s`, `1h`, `M5`, `H1`, `1D`; a bare number is minutes, as in TradingView's `{{interval}}`. */
export function parseDuration(text: string): number | null {
  if (mayBeMonths(text)) return null;
  const [, number, unit] = /^([1-9]\d{0,4}) ?([smhdw])$/i.exec(text) ?? [];
  if (number && unit) return Number(number) * (UNIT_SECONDS[unit.toLowerCase()] ?? 0);
  const [, unitFirst, numberLast] = /^([smhdw])([1-9]\d{0,4})$/i.exec(text) ?? [];
  if (unitFirst && numberLast) return Number(numberLast) * (UNIT_SECONDS[unitFirst.toLowerCase()] ?? 0);
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text) * 60;
  return /^[dw]$/i.test(text) ? (UNIT_SECONDS[text.toLowerCase()] ?? null) : null;
}

/** `0.85` or `85%`; null also for `0.85%`, which is probably a mistake. */
export function parsePayout(text: string): number | null {
  const [, number, percent] = /^(\d{1,4}(?:\.\d{1,6})?) ?(%?)$/.exec(text) ?? [];
  if (number === undefined || (percent === "%" && Number(number) < 1)) return null;
  // Eight decimals hold a hundredth of every number above, and drop the rounding error of the binary division.
  return percent === "%" ? Number((Number(number) / 100).toFixed(8)) : Number(number);
}

/** `72`, `72%` or `0.72`: whole percent from 50 to 99. Null for any other score, which is not a probability of a win. */
export function parseConfidence(text: string): number | null {
  const [, number, percent] = /^(\d{1,3}(?:\.\d{1,4})?) ?(%?)$/.exec(text) ?? [];
  if (number === undefined) return null;
  const share = percent === "" && Number(number) < 1;
  // A hundredth of a binary fraction is seldom exact.
  const parsed = v.safeParse(Confidence, share ? Number((Number(number) * 100).toFixed(6)) : Number(number));
  return parsed.success ? parsed.output : null;
}

/** `1.0851`, digit by digit; null for anything but a plain decimal number, and for 0, which scripts send if they have no price. */
export function parsePrice(text: string): string | null {
  return v.is(Price, text) && /[1-9]/.test(text) ? text : null;
}

/** `14:35`: minutes since midnight. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}

/** `UTC`, `Z`, `UTC-3`, `(GMT+05:30)`, `+02:00`: minutes ahead of UTC. */
export function parseZone(text: string): ClockTime["offsetMinutes"] | null {
  const bare = text.replace(/^\((.*)\)$/, "$1");
  if (/^(?:utc|gmt|z)$/i.test(bare)) return 0;
  const [, sign, hours, minutes = "0"] =
    /^(?:utc|gmt)?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?$/i.exec(bare) ?? [];
  if (!sign || !hours) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
