/**
 * Compares the flags of signals that were witnessed in time with the checkpoints, and the number of such signals with the
 * flags.
 */
import * as v from "valibot";
import type { Query, Row } from "./run-queries.ts";

/** A row with a wrong value; `found` and `expected` are 0 and 1 for a signal, or the number of signals for a trader. */
export interface WitnessFault {
  readonly table: "witnessed_signals" | "witnessed_traders";
  readonly key: string;
  readonly place: "in_time";
  readonly found: number;
  readonly expected: number;
}

/**
 * Queries for `findWitnessFault`, on signals with these ids and traders with these handles that have not changed since entry
 * `seq`.
 */
export function selectWronglyWitnessed(
  ids: readonly string[],
  handles: readonly string[],
  seq: number,
): readonly [Query, Query] {
  return [
    {
      text: `SELECT 'witnessed_signals' AS "table", id AS key, found, expected FROM (
          SELECT id, EXISTS (SELECT 1 FROM witnessed_signals
              WHERE published_seq = signals.published_seq AND trader_id = signals.trader_id) AS found,
            coalesce(entry_at > (
              SELECT first_witnessed_at FROM log_checkpoints WHERE size >= published_seq ORDER BY size LIMIT 1
            ), 0) AS expected
          FROM signals WHERE id IN (SELECT value FROM json_each(?))
        ) WHERE found <> expected LIMIT 1`,
      values: [JSON.stringify(ids)],
    },
    {
      text: `SELECT 'witnessed_traders' AS "table", handle AS key, found, expected FROM (
          SELECT handle, coalesce((SELECT in_time FROM witnessed_traders WHERE trader_id = traders.id), 0) AS found,
            (SELECT count(*) FROM witnessed_signals WHERE trader_id = traders.id) AS expected
          FROM traders WHERE handle IN (SELECT value FROM json_each(?)) AND last_seq <= ${seq}
        ) WHERE found <> expected LIMIT 1`,
      values: [JSON.stringify(handles)],
    },
  ];
}

const WrongRow = v.object({
  table: v.picklist(["witnessed_signals", "witnessed_traders"]),
  key: v.string(),
  found: v.number(),
  expected: v.number(),
});

/** The first of them; null if there is none. */
export function findWitnessFault([row]: readonly Row[]): WitnessFault | null {
  return row ? { place: "in_time", ...v.parse(WrongRow, row) } : null;
}
