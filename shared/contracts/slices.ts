/** One trader's record in slices as transmitted: sums, from which every figure is computed (shared/record/slices.ts). */
import * as v from "valibot";
import { isTimeZone } from "../time/local-time.ts";
import { AsOfSeq } from "./paging.ts";

/** Kinds of slices of a record. Times are those of the entry. */
export const SLICE_KINDS = ["asset", "duration", "hour", "weekday", "month"] as const;
export type SliceKind = (typeof SLICE_KINDS)[number];

/** Kinds that depend on a time zone. */
export const ZONED_KINDS: ReadonlySet<SliceKind> = new Set<SliceKind>(["hour", "weekday", "month"]);

/** Query of `GET /api/traders/{handle}/slices/`. */
export const SliceQuery = v.strictObject({
  by: v.picklist(SLICE_KINDS, `must be one of ${SLICE_KINDS.join(", ")}`),
  /** IANA name of the zone in which hour, weekday and month are those of the entry. */
  zone: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64, "must be an IANA time zone"),
      v.check((zone): boolean => isTimeZone(zone), "must be an IANA time zone"),
    ),
    "UTC",
  ),
});
export type SliceQuery = v.InferOutput<typeof SliceQuery>;

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The signals of a slice that count in the trader's rate and result; slices without any are omitted. */
export const Slice = v.object({
  /**
   * `asset`: its name. `duration`: whole milliseconds from entry to expiry. `hour`: 0 to 23. `weekday`: 1 for Monday to 7 for Sunday.
   * `month`: `2026-03`.
   */
  key: v.string(),
  won: Count,
  lost: Count,
  draw: Count,
  /** Sum of the payouts of the won signals, in units of the stake. */
  gains: v.number(),
  /** Sum of their squares. */
  squared_gains: v.number(),
});
export type Slice = v.InferOutput<typeof Slice>;

/** Answer of `GET /api/traders/{handle}/slices/`. The slices of each kind add up to the trader's `won`, `lost`, `draw` and `net`. */
export const TraderSlices = v.object({
  by: v.picklist(SLICE_KINDS),
  /** The zone of the request. */
  zone: v.string(),
  slices: v.array(Slice),
  as_of_seq: AsOfSeq,
});
export type TraderSlices = v.InferOutput<typeof TraderSlices>;
