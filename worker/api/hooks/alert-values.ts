/** Single values of a message, each by its own small grammar; null where the text is no such value. */
import * as v from "valibot";
import { type Direction, PublishInstant, spellAsset } from "#shared/contracts/signals.ts";
import type { ClockTime } from "./alert.ts";

const DIRECTIONS: Readonly<Record<Direction, ReadonlySet<string>>> = {
  up: new Set(["up", "buy", "long", "call", "higher", "enter_long"]),
  down: new Set(["down", "sell", "short", "put", "lower", "enter_short"]),
};

/** Actions on a position; a signal has none to act on. */
const POSITION_ACTION = /^(?:exit|close|cancel|add|flat|reduce|reverse)(?:_\w+)?$/;

export function parseDirection(text: string): Direction | "unsupported" | null {
  const word = text.toLowerCase();
  if (DIRECTIONS.up.has(word)) return "up";
  if (DIRECTIONS.down.has(word)) return "down";
  return POSITION_ACTION.test(word) ? "unsupported" : null;
}

/** What is held once an order is filled: nothing, or a bet on `up` or `down`. `bullish` and `bearish` are TradersPost's. */
export function parsePosition(text: string): Direction | "flat" | null {
  const word = text.toLowerCase();
  if (word === "flat") return "flat";
  if (word === "long" || word === "bullish") return "up";
  return word === "short" || word === "bearish" ? "down" : null;
}

/** ISO 8601 with a zone, as TradingView's `{{time}}`, or seconds or milliseconds since the epoch. */
export function parseInstant(text: string): number | null {
  if (/^[1-9]\d{9}$/.test(text)) return Number(text) * 1000;
  if (/^[1-9]\d{12}$/.test(text)) return Number(text);
  // Python writes microseconds and Go nanoseconds; a signal has milliseconds.
  const parsed = v.safeParse(PublishInstant, text.replace(/(\.\d{3})\d{1,6}(?=[Z+-])/, "$1"));
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

/** `0.85` or `85%`. */
export function parsePayout(text: string): number | null {
  const [, number, percent] = /^(\d{1,4}(?:\.\d{1,6})?) ?(%?)$/.exec(text) ?? [];
  if (number === undefined) return null;
  // Eight decimals hold a hundredth of every number above, and drop what a division of binary fractions adds.
  return percent === "%" ? Number((Number(number) / 100).toFixed(8)) : Number(number);
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

/** The asset without its exchange: `FX:EURUSD` is `EUR/USD`. */
export function normaliseAsset(text: string): string {
  return spellAsset(text.replace(/^[A-Z0-9_]{1,20}:(?=.)/i, ""));
}
