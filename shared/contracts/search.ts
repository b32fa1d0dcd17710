/** One search over the whole record. */
import * as v from "valibot";
import { Signal } from "./signals.ts";
import { Handle, WrittenTrader } from "./traders.ts";

/** Most traders, and most assets, in a search result: the lists' filters find more. */
export const MAX_FOUND = 20;

/** Most traders whose names are nearest. */
export const MAX_NEAREST = 3;

const FoundTrader = v.object({ handle: Handle, name: v.string() });

/** Query of `GET /api/search/`. */
export const SearchQuery = v.strictObject({
  /**
   * Any part of a trader's handle or name, or of an asset, whatever its case, accents, spaces and punctuation; what an asset is
   * called, as `gold`; or a signal's id, or its address.
   */
  q: WrittenTrader,
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** Answer of `GET /api/search/`. */
export const SearchResults = v.object({
  /** Who has the text as the handle first, the others in the order of their handles. */
  traders: v.array(FoundTrader),
  /** As they stand on the record, in the order of the alphabet. */
  assets: v.array(v.string()),
  /** The signal with this id; null where none has it. */
  signal: v.nullable(Signal),
  /** Where nothing is found: traders whose names share most letters with the text. */
  nearest: v.optional(v.array(FoundTrader), []),
});
export type SearchResults = v.InferOutput<typeof SearchResults>;

/** Answer of `GET /api/search/assets/`: what is traded most now, by the newest 200 signals; at most 6, in the order of the alphabet. */
export const BusyAssets = v.object({ assets: v.array(v.string()) });
export type BusyAssets = v.InferOutput<typeof BusyAssets>;
