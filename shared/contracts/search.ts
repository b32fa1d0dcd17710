/** One search over the whole record. */
import * as v from "valibot";
import { Signal } from "./signals.ts";
import { Handle, WrittenTrader } from "./traders.ts";

/** Most traders, and most assets, in a search result; the filters of the lists find more. */
export const MAX_FOUND = 20;

/** Most traders with similar names. */
export const MAX_NEAREST = 3;

const FoundTrader = v.object({ handle: Handle, name: v.string() });

/** Query of `GET /api/search/`. */
export const SearchQuery = v.strictObject({
  /**
   * Any part of a trader's handle or name, or of an asset, regardless of case, accents, spaces and punctuation; the name of an asset,
   * such as `gold`; or a signal's id or address.
   */
  q: WrittenTrader,
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** Answer of `GET /api/search/`. */
export const SearchResults = v.object({
  /** The trader whose handle equals the text comes first, then the others by handle. */
  traders: v.array(FoundTrader),
  /** In the record's spelling and in alphabetical order. */
  assets: v.array(v.string()),
  /** The signal with this id; null if there is none. */
  signal: v.nullable(Signal),
  /** If nothing is found: traders with the most similar names. */
  nearest: v.optional(v.array(FoundTrader), []),
});
export type SearchResults = v.InferOutput<typeof SearchResults>;

/** Answer of `GET /api/search/assets/`: the most traded assets of the newest 200 signals; at most 6, in alphabetical order. */
export const BusyAssets = v.object({ assets: v.array(v.string()) });
export type BusyAssets = v.InferOutput<typeof BusyAssets>;
