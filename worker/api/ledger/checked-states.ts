/** Signals and traders as of the last entry that a reading has checked, and whether their stored rows are still to be compared. */
import * as v from "valibot";
import { CORRECTABLE } from "#shared/contracts/signals.ts";
import type { ReplayedSignal, ReplayedTrader } from "#shared/record/replay.ts";
import type { Query, Row } from "./run-queries.ts";
import { CHECKED_DUE_ROWS, CHECKED_STATES_CHARACTERS } from "#shared/limits/ledger.ts";

export type Checked =
  | { readonly kind: "signal"; readonly key: string; readonly state: ReplayedSignal }
  | { readonly kind: "trader"; readonly key: string; readonly state: ReplayedTrader };

export function selectStates(reading: string, kind: Checked["kind"], keys: Iterable<string>): Query {
  return {
    text: `SELECT kind, key, state FROM checked_states
      WHERE reading = '${reading}' AND kind = '${kind}' AND key IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify([...keys])],
  };
}

export function selectDue(reading: string): Query {
  return {
    text: `SELECT kind, key, state FROM checked_states
      WHERE reading = '${reading}' AND is_due = 1 LIMIT ${CHECKED_DUE_ROWS}`,
  };
}

const StateRow = v.object({ kind: v.picklist(["signal", "trader"]), key: v.string(), state: v.string() });

export function toChecked(row: Row): Checked {
  const { kind, key, state } = v.parse(StateRow, row);
  return { kind, key, state: JSON.parse(state) };
}

/** Keeps the states, except of signals that no entry can change any more. */
export function keepStates(
  reading: string,
  states: readonly Checked[],
  due: ReadonlySet<Checked>,
  /** Nothing is written unless it holds. */
  condition = "true",
): Query[] {
  const isDone = (one: Checked) => isFinal(one) && !due.has(one);
  const ended = states.filter(isDone).map(({ key }) => key);
  const kept = states
    .filter((one) => !isDone(one))
    .map((one) => JSON.stringify({ ...one, is_due: due.has(one) ? 1 : 0 }));
  return [
    {
      text: `DELETE FROM checked_states WHERE ${condition}
        AND reading = '${reading}' AND kind = 'signal' AND key IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(ended)],
    },
    ...inParts(kept).map((part) => ({
      text: `INSERT OR REPLACE INTO checked_states (reading, kind, key, state, is_due)
        SELECT '${reading}', value ->> 'kind', value ->> 'key', value -> 'state', value ->> 'is_due'
        FROM json_each(?) WHERE ${condition}`,
      values: [`[${part.join(",")}]`],
    })),
  ];
}

function inParts(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (text.length > room) {
      parts.push([]);
      room = CHECKED_STATES_CHARACTERS;
    }
    parts.at(-1)?.push(text);
    room -= text.length;
  }
  return parts;
}

function isFinal({ kind, state }: Checked): boolean {
  if (kind === "trader" || state.outcome === "open") return false;
  return state.end?.ending.cause === "prices" || !CORRECTABLE.some((outcome) => outcome === state.outcome);
}
