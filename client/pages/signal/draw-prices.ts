/** Computes the picture of a signal's price. Heights are in pixels from the top, places along the time axis in percent. */
import { ticks } from "d3-array";
import type { PricePoint } from "#shared/contracts/prices.ts";
import type { Direction } from "#shared/contracts/signals.ts";
import { LEAD_SHARE } from "#shared/limits/prices.ts";

export const PICTURE_HEIGHT = 220;
/** Width of the path's coordinate system; the SVG stretches it to its actual width. */
export const PATH_WIDTH = 1000;
/** Where the line of the entry stands; the expiry is at 100. */
export const ENTRY_PLACE = (LEAD_SHARE / (1 + LEAD_SHARE)) * 100;

const TICKS = 3;
/** Free space above and below the line, as a share of its height. */
const MARGIN_SHARE = 0.12;

interface Drawn {
  readonly direction: Direction;
  readonly entryMs: number;
  readonly expiresMs: number;
  /** Oldest first. */
  readonly points: readonly PricePoint[];
  /** The quotes on the record; null before they are there. */
  readonly quotes: { readonly entry: PricePoint; readonly expiry: PricePoint } | null;
}

interface Mark {
  readonly x: number;
  readonly y: number;
  readonly price: string;
}

export interface PriceDrawing {
  /** SVG path. */
  readonly line: string;
  readonly low: PricePoint;
  readonly high: PricePoint;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  /** The quote at entry. Without one on the record, the last point before the entry; null while the entry is still to come. */
  readonly entry: Mark | null;
  /** The quote at expiry; without one on the record, the last point. */
  readonly end: Mark;
  /** The side of the entry price on which the signal wins; null before the entry. */
  readonly winning: { readonly y: number; readonly height: number } | null;
}

/** Null for fewer than two points: they make no line. */
export function drawPrices({ direction, entryMs, expiresMs, points, quotes }: Drawn): PriceDrawing | null {
  const fromMs = entryMs - (expiresMs - entryMs) * LEAD_SHARE;
  const atMs = ({ at }: PricePoint) => Date.parse(at);
  const recorded = quotes ? [quotes.entry, quotes.expiry] : [];
  const shown = [...points.filter(({ at }) => !recorded.some((quote) => quote.at === at)), ...recorded]
    .filter((point) => atMs(point) <= expiresMs)
    .toSorted((one, other) => atMs(one) - atMs(other));
  const byPrice = shown.toSorted((one, other) => Number(one.price) - Number(other.price));
  const [low, high, end] = [byPrice[0], byPrice.at(-1), quotes?.expiry ?? shown.at(-1)];
  if (shown.length < 2 || !low || !high || !end) return null;

  const [least, most] = [Number(low.price), Number(high.price)];
  // A flat line still needs a range.
  const margin = (most - least) * MARGIN_SHARE || Math.abs(most) * 0.001 || 1;
  const [bottom, top] = [least - margin, most + margin];
  const y = (price: number) => round(((top - price) / (top - bottom)) * PICTURE_HEIGHT);
  const x = (point: PricePoint) => Math.max(0, round(((atMs(point) - fromMs) / (expiresMs - fromMs)) * 100));
  const markOf = (point: PricePoint): Mark => ({
    x: x(point),
    y: y(Number(point.price)),
    price: point.price,
  });
  const passed = shown.some((point) => atMs(point) > entryMs);
  const entryPoint =
    quotes?.entry ?? (passed ? shown.findLast((point) => atMs(point) <= entryMs) : undefined);
  const entry = entryPoint ? markOf(entryPoint) : null;
  const places = shown.map((point) => `${round((x(point) * PATH_WIDTH) / 100)},${y(Number(point.price))}`);
  return {
    line: `M${places.join("L")}`,
    low,
    high,
    ticks: ticks(bottom, top, TICKS).map((value) => ({ value, y: y(value) })),
    entry,
    end: markOf(end),
    winning:
      entry &&
      (direction === "up" ? { y: 0, height: entry.y } : { y: entry.y, height: PICTURE_HEIGHT - entry.y }),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
