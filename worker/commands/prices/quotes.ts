/** Quotes of a file, stored compactly enough for millions: numbers in typed arrays, and each price as it is written. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import * as v from "valibot";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { isInstant } from "#shared/contracts/instant.ts";
import { Price } from "#shared/contracts/prices.ts";

const HEADER = "time,asset,price";
const LINE_MESSAGE = `must be ${HEADER}, like 2026-11-26T10:00:00Z,EUR/USD,1.0851`;
const EPOCH_MS = /^\d{12,14}$/;

export interface QuoteAt {
  readonly atMs: number;
  /** As in the file. */
  readonly price: string;
}

export interface Quotes {
  /** The number of quotes of all assets. */
  readonly count: number;
  /** As spelt on the record. */
  readonly assets: readonly string[];
  /** The last quote of an asset, in any spelling, at or before a moment; of several at one moment, the last in the file. */
  readonly lastAt: (asset: string, atMs: number) => QuoteAt | null;
}

/**
 * Reads lines of `time,asset,price`, in any order of times, with or without that header. A time is an ISO 8601 instant with
 * a zone, or milliseconds since the epoch; finer fractions are cut off. Throws at the first invalid line, with its number.
 */
export async function readQuotes(file: string): Promise<Quotes> {
  const ofAsset = new Map<string, Series>();
  const ofSpelling = new Map<string, Series>();
  let number = 0;
  let count = 0;

  const seriesOf = (spelling: string): Series => {
    const known = ofSpelling.get(spelling);
    if (known) return known;
    const asset = canonicalAsset(spelling);
    if (asset === null) throw new Error(`${spelling} is not an asset`);
    const series = ofAsset.get(asset) ?? createSeries();
    ofAsset.set(asset, series);
    ofSpelling.set(spelling, series);
    return series;
  };

  const add = (line: string): void => {
    const [time = "", spelling = "", price = "", ...rest] = line.split(",").map((part) => part.trim());
    if (price === "" || rest.length > 0) throw new Error(LINE_MESSAGE);
    const atMs = readTime(time);
    if (atMs === null)
      throw new Error(`${time} is neither an ISO 8601 time with a zone nor milliseconds since the epoch`);
    const [issue] = v.safeParse(Price, price).issues ?? [];
    if (issue) throw new Error(`${price} is not a price: it ${issue.message}`);
    seriesOf(spelling).add(atMs, price);
    count += 1;
  };

  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    const line = number === 1 ? text.replace(/^\uFEFF/, "") : text;
    if (line.trim() === "" || (number === 1 && line.trim().toLowerCase() === HEADER)) continue;
    try {
      add(line);
    } catch (error) {
      throw new Error(`${file}, line ${number}: ${error instanceof Error ? error.message : String(error)}.`, {
        cause: error,
      });
    }
  }
  if (count === 0) throw new Error(`${file} has no quotes.`);
  for (const series of ofAsset.values()) series.sort();
  return {
    count,
    assets: [...ofAsset.keys()].sort(),
    lastAt: (asset, atMs) => ofAsset.get(canonicalAsset(asset) ?? "")?.lastAt(atMs) ?? null,
  };
}

/** Milliseconds since the epoch; null if the text is not a time. */
function readTime(text: string): number | null {
  if (EPOCH_MS.test(text)) return Number(text);
  const instant = text.replace(/(\.\d{3})\d+/, "$1");
  return isInstant(instant) ? Date.parse(instant) : null;
}

type Series = ReturnType<typeof createSeries>;

/** Quotes of one asset. Prices are concatenated in `texts`; `ends` holds the end of each. */
function createSeries() {
  let count = 0;
  let times = new Float64Array(64);
  let ends = new Uint32Array(64);
  let texts = Buffer.alloc(512);
  let isInOrder = true;
  /** Position in the file's order of each quote in order of time; null if both orders are the same. */
  let places: Uint32Array | null = null;

  const endOf = (place: number): number => ends[place] ?? 0;
  const timeAt = (rank: number): number => times[rank] ?? 0;

  return {
    add(atMs: number, price: string): void {
      const start = endOf(count - 1);
      if (count === times.length) {
        times = withRoom(times, new Float64Array(2 * count));
        ends = withRoom(ends, new Uint32Array(2 * count));
      }
      if (start + price.length > texts.length) texts = withRoom(texts, Buffer.alloc(2 * texts.length));
      if (count > 0 && atMs < timeAt(count - 1)) isInOrder = false;
      times[count] = atMs;
      ends[count] = start + texts.write(price, start, "latin1");
      count += 1;
    },
    /** To be called once, after the last quote was added. */
    sort(): void {
      if (isInOrder) return;
      const unsorted = times;
      const timeOf = (place: number): number => unsorted[place] ?? 0;
      places = Uint32Array.from({ length: count }, (_, place) => place).sort(
        (one, other) => timeOf(one) - timeOf(other) || one - other,
      );
      times = Float64Array.from(places, timeOf);
    },
    lastAt(atMs: number): QuoteAt | null {
      // Below `low` are quotes at or before the moment, from `high` on those after it.
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (timeAt(middle) <= atMs) low = middle + 1;
        else high = middle;
      }
      if (low === 0) return null;
      const place = places?.[low - 1] ?? low - 1;
      return { atMs: timeAt(low - 1), price: texts.toString("latin1", endOf(place - 1), endOf(place)) };
    },
  };
}

function withRoom<Numbers extends Float64Array | Uint32Array | Uint8Array>(
  old: Numbers,
  larger: Numbers,
): Numbers {
  larger.set(old);
  return larger;
}
