/** Whether the signals that are said to have been witnessed in time are those by the sizes of the log that somebody outside has seen. */
import * as v from "valibot";

type Row = Readonly<Record<string, unknown>>;

/** A row that is not as it follows; `found` and `expected` are 0 and 1 for a signal, or how many signals a trader has. */
export interface WitnessFault {
  readonly table: "witnessed_signals" | "witnessed_traders";
  readonly key: string;
  readonly place: "in_time";
  readonly found: number;
  readonly expected: number;
}

const SELECT_WRONG_SIGNAL = `SELECT id AS key, found, expected FROM (
  SELECT id, EXISTS (SELECT 1 FROM witnessed_signals
      WHERE published_seq = signals.published_seq AND trader_id = signals.trader_id) AS found,
    coalesce(entry_at > (
      SELECT first_witnessed_at FROM log_checkpoints WHERE size >= published_seq ORDER BY size LIMIT 1
    ), 0) AS expected
  FROM signals
) WHERE found <> expected LIMIT 1`;

const SELECT_WRONG_TRADER = `SELECT handle AS key, found, expected FROM (
  SELECT handle, coalesce((SELECT in_time FROM witnessed_traders WHERE trader_id = traders.id), 0) AS found,
    (SELECT count(*) FROM witnessed_signals WHERE trader_id = traders.id) AS expected
  FROM traders
) WHERE found <> expected LIMIT 1`;

const WrongRow = v.object({ key: v.string(), found: v.number(), expected: v.number() });

/** The first of them, in one moment; null where there is none. */
export async function findWitnessFault(
  selectRows: (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>,
): Promise<WitnessFault | null> {
  const [signals = [], traders = []] = await selectRows([SELECT_WRONG_SIGNAL, SELECT_WRONG_TRADER]);
  const [signal] = signals;
  if (signal) return { table: "witnessed_signals", place: "in_time", ...v.parse(WrongRow, signal) };
  const [trader] = traders;
  return trader ? { table: "witnessed_traders", place: "in_time", ...v.parse(WrongRow, trader) } : null;
}
