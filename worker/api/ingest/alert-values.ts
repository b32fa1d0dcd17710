/** Parses single values of a message, each by its own small grammar; null if the text is no such value. */
import * as v from "valibot";
import { Confidence } from "#shared/contracts/ledger.ts";
import { SentInstant } from "#shared/contracts/instant.ts";
import { Price } from "#shared/contracts/prices.ts";
import type { Direction } from "#shared/contracts/signals.ts";
import type { ClockTime } from "./alert.ts";

/** Compared without case, `_`, `-` and space: `Enter_Long` is `enterlong`. */
const DIRECTIONS: Readonly<Record<Direction, ReadonlySet<string>>> = {
  up: new Set(
    "up buy long call higher enterlong entrylong longentry openlong longopen golong buytoopen".split(" "),
  ),
  down: new Set(
    "down sell short put lower entershort entryshort shortentry openshort shortopen goshort selltoopen".split(
      " ",
    ),
  ),
};

/** Opens a position without a direction: Altrady, Zignaly, CrossTrade. */
const OPENINGS: ReadonlySet<string> = new Set("open enter entry place startandopen".split(" "));

/** Actions on an existing position; a signal has no position to act on. */
const POSITION_ACTIONS: readonly RegExp[] = [
  /^(?:exit|close|cancel|add|flat|flatten|reduce|reverse|increase|decrease|update)(?:[_-].*)?$/,
  /^(?:exit|close|cancel|flatten|reduce|liquidate)(?:long|short|buy|sell|all|everything|positions?|trades?|orders?|deal)+$/,
  /^(?:long|short)[_-]?(?:exit|close|closed|tp\d?|sl)$/,
  /^(?:cover|liquidate|square[_-]?off|take[_-]?profit|stop[_-]?loss|stop[_-]?out|tp\d?|sl)$/,
  /^(?:sell[_-]?to[_-]?close|buy[_-]?to[_-]?(?:close|cover)|stop[_-]?and[_-]?close|(?:start|stop)[_-]?bot)$/,
  /^(?:re-?entry|re-?buy|panic-?sell|add-?funds|close-?at-?market-?price|newsltp(?:long|short))$/,
];

export function parseDirection(text: string): Direction | "unsupported" | null {
  const word = text.toLowerCase();
  const bare = word.replaceAll(/[\s_-]/g, "");
  if (DIRECTIONS.up.has(bare)) return "up";
  if (DIRECTIONS.down.has(bare)) return "down";
  return POSITION_ACTIONS.some((action) => action.test(word)) ? "unsupported" : null;
}

export function isOpening(text: string): boolean {
  return OPENINGS.has(text.toLowerCase().replaceAll(/[\s_-]/g, ""));
}

/**
 * Whether a sender's own words begin or end like an exit: `Close entry(s) order Long` is TradingView's own; `TP1`, `Long
 * exit` and `buy to cover` are written by people.
 */
export function isExitRemark(text: string): boolean {
  const words = text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  return (
    /^(?:exit|close[sd]?|closing|flat|flatten|cancel|reduce|cover|take profit|stop loss|trailing stop|margin call|tp ?\d?|sl)\b/.test(
      words,
    ) ||
    /\b(?:exit|closed?|tp ?\d?|sl|take profit|stop loss)$/.test(words) ||
    /\bto (?:close|cover)\b/.test(words)
  );
}

/**
 * The position after an order is filled: none, or a bet on `up` or `down`; `either` does not say which, as Binance's `BOTH`.
 * A number is a size, below 0 if it is short. `bullish` and `bearish` are TradersPost's.
 */
export function parsePosition(text: string): Direction | "flat" | "either" | null {
  const word = text.toLowerCase();
  if (word === "flat") return "flat";
  if (word === "both") return "either";
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

/** `5m`, `90s`, `1h`, `M5`, `H1`, `1D`; a bare number is minutes, as in TradingView's `{{interval}}`. */
export function parseDuration(text: string): number | null {
  const [, number, unit] = /^([1-9]\d{0,4}) ?([smhdw])$/i.exec(text) ?? [];
  if (number && unit) return Number(number) * (UNIT_SECONDS[unit.toLowerCase()] ?? 0);
  const [, unitFirst, numberLast] = /^([smhdw])([1-9]\d{0,4})$/i.exec(text) ?? [];
  if (unitFirst && numberLast) return Number(numberLast) * (UNIT_SECONDS[unitFirst.toLowerCase()] ?? 0);
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text) * 60;
  return /^[dw]$/i.test(text) ? (UNIT_SECONDS[text.toLowerCase()] ?? null) : null;
}

/** `0.85` or `85%`; null also for `0.85%`, which is hardly meant. */
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

/** `1.0851`, digit by digit; null for anything but a plain decimal number. */
export function parsePrice(text: string): string | null {
  return v.is(Price, text) ? text : null;
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
