/** How the API is asked for parts of the log; the gateway serves them as https://c2sp.org/tlog-tiles has it. */
import * as v from "valibot";
import { TILE_WIDTH } from "../log-tiles.ts";

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.string(message),
    v.regex(/^(0|[1-9][0-9]{0,14})$/, message),
    v.transform(Number),
    v.minValue(min, message),
    v.maxValue(max, message),
  );
}

const place = {
  /** Place within the level, from 0. */
  index: wholeNumber(0, 999_999_999_999_999),
  /** Only so many from its beginning; all that a full tile has where it is left out. */
  width: v.optional(wholeNumber(1, TILE_WIDTH), String(TILE_WIDTH)),
};

/** Query of `GET /api/log/tile/`. */
export const LogTileQuery = v.strictObject({ level: wholeNumber(0, 63), ...place });

/** Query of `GET /api/log/entries/`. */
export const LogEntriesQuery = v.strictObject(place);

/** Of a query: only signals that were witnessed in time, whose entry somebody outside had seen in the log before their entry time. */
export const OnlyWitnessed = v.optional(v.literal("in_time", 'must be "in_time"'));

export type LogProblemCode = "log_not_configured";
