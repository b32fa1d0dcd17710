/** Queries for traders. */
import * as v from "valibot";
import { PageLimit } from "./paging.ts";
import { PeriodFrom } from "./signal-queries.ts";
import { SoughtAsset } from "./signals.ts";
import { DEFAULT_TRADER_SORT, TRADER_SORT_KEYS, TRADER_SORTS, WrittenTrader } from "./traders.ts";

const cursorMessage = "must be the next value of an earlier page of the same sort";

/** Query of `GET /api/traders/`. */
export const TraderQuery = v.pipe(
  v.strictObject({
    /** Any part of handle or name, ignoring accents and spaces. */
    trader: v.optional(WrittenTrader),
    /** Only traders with a signal on this asset; matched as in the list of signals. */
    asset: v.optional(SoughtAsset),
    /** Only traders who have published since then. */
    active_since: v.optional(PeriodFrom),
    /** Minimum number of won and lost signals. */
    min_decided: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[1-9][0-9]{0,6}$/, "must be a whole number from 1 to 9999999"),
        v.transform(Number),
      ),
    ),
    /**
     * Column, with `-` descending. `rank` orders by `interval.low`; traders with fewer than 30 decided signals are below all others, and
     * traders with the verdict `above` are above all others, by `evidence`. Equal traders are in the order of joining, reversed with `-`.
     */
    sort: v.optional(
      v.picklist(
        TRADER_SORTS,
        `must be one of ${TRADER_SORT_KEYS.join(", ")}, or one of them with "-" in front`,
      ),
      DEFAULT_TRADER_SORT,
    ),
    /** `next` of the page before, with the same `sort`. */
    cursor: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z0-9.+-]{1,40},[0-9]{1,15}$/, cursorMessage),
        v.transform((cursor) => {
          const [value = "", id = ""] = cursor.split(",");
          return { value, id: Number(id) };
        }),
      ),
    ),
    limit: PageLimit,
  }),
  v.forward(
    v.check(
      ({ sort, cursor }) => !cursor || sort.endsWith("handle") || Number.isFinite(Number(cursor.value)),
      cursorMessage,
    ),
    ["cursor"],
  ),
);
export type TraderQuery = v.InferOutput<typeof TraderQuery>;
