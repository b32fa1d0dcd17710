/**
 * Checks the next entries of the record, and every stored row that they are about: the log's tiles, witnessed checkpoints,
 * signals, traders and totals. It continues from what a reading has kept of the earlier entries: the head, the totals and
 * the peaks of the log's tree in its progress, the signals and traders in `checked_states`.
 *
 * Others may write meanwhile. Rows are read after the entries, together with the head. A row that says that a later entry
 * has changed it is due: it is compared when that entry is read. At the head, every due row is compared.
 */
import * as v from "valibot";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { type Flaw, verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay, EMPTY_REPLAY } from "#shared/record/replay.ts";
import type { Sha256 } from "#shared/log/merkle-tree.ts";
import type { Sha256Hex } from "#shared/encoding/sha256.ts";
import { findLogFault, growTree, readLog, selectLog } from "./check-log.ts";
import { findQuotesFault, findRowsFault, selectQuotes, selectRows } from "./check-rows.ts";
import { findWitnessFault, selectWronglyWitnessed } from "./check-witnessed.ts";
import { type Checked, selectDue, selectStates, toChecked } from "./checked-states.ts";
import { selectEntries, subjectsOf, toEntry } from "./stored-entry.ts";
import type { Progress, StoredFault } from "#worker/api/tables/ledger.ts";
import type { RunQueries } from "./run-queries.ts";
import { CHECKED_DUE_ROWS, CHECKED_ENTRIES } from "#shared/limits/ledger.ts";

export const NO_PROGRESS: Progress = { head: EMPTY_REPLAY.head, totals: EMPTY_REPLAY.totals, peaks: [] };

export interface CheckTask {
  readonly run: RunQueries;
  readonly reading: string;
  readonly from: Progress;
  readonly sha256: Sha256Hex;
  readonly sha256OfBytes: Sha256;
}

/** With a fault, nothing must be kept: the reading stays where it was. */
export interface Findings {
  readonly fault: StoredFault | null;
  readonly progress: Progress;
  /** Signals and traders as of the progress. */
  readonly states: readonly Checked[];
  readonly due: ReadonlySet<Checked>;
  /** Number of the newest entry. */
  readonly headSeq: number;
  readonly isAtHead: boolean;
  /** The reading is at the head, and no row is due. */
  readonly isThrough: boolean;
}

export async function checkEntries(task: CheckTask): Promise<Findings> {
  const stored = await readNext(task);
  const { after, to, entries, states: before, isAtHead, head, published } = stored;
  const findings = { progress: task.from, states: [], due: new Set<Checked>(), headSeq: head.seq, isAtHead };
  const found = (fault: StoredFault): Findings => ({ ...findings, fault, isThrough: false });
  const broken = (seq: number, flaw: Flaw) => found({ kind: "broken", seq, flaw });

  const replay = createReplay({
    signals: new Map(before.flatMap((one) => (one.kind === "signal" ? [[one.key, one.state]] : []))),
    traders: new Map(before.flatMap((one) => (one.kind === "trader" ? [[one.key, one.state]] : []))),
    quotes: EMPTY_REPLAY.quotes,
    totals: task.from.totals,
    head: task.from.head,
  });
  const verdict = await verifyChain(entries, { sha256: task.sha256, replay });
  if (!verdict.holds) {
    const { seq, flaw } = verdict;
    // A signal that no entry can change any more is not kept.
    const isEnded = flaw === "signal_not_found" && published.has(entries[seq - after - 1]?.["signal_id"]);
    return broken(seq, isEnded ? "already_settled" : flaw);
  }
  const held = entries.map((entry) => v.parse(LedgerEntry, entry));
  const again = held.find(({ kind, signal_id: id }) => kind === "published" && published.has(id));
  if (again) return broken(again.seq, "signal_exists");
  const { state } = replay;
  if (head.seq < to) return broken(head.seq + 1, "entry_missing");
  if (head.seq === to && state.head && state.head.hash !== head.hash) return broken(to, "hash_differs");

  const log = readLog(stored.log);
  const sizes = new Set(log.seen.map(({ size }) => size));
  const tree = await growTree(task.sha256OfBytes, { size: after, peaks: task.from.peaks }, held, sizes);
  const logFault = findLogFault(log, tree, head.seq) ?? findWitnessFault(stored.wronglyWitnessed);
  if (logFault) return found({ kind: "differs", ...logFault });

  const states: Checked[] = [
    ...[...state.signals].map(([key, state]) => ({ kind: "signal", key, state }) as const),
    ...[...state.traders].map(([key, state]) => ({ kind: "trader", key, state }) as const),
  ];
  const quoteRows = await task.run(selectQuotes(state.quotes, { after, to }));
  const quotesFault = findQuotesFault(state.quotes, quoteRows, isAtHead);
  if (quotesFault) return found(quotesFault);
  const { fault, due } = findRowsFault(stored.rows, states, { state, isAtHead });
  if (fault) return found(fault);
  const progress = { head: state.head, totals: state.totals, peaks: tree.peaks };
  return { ...findings, fault, progress, states, due, isThrough: isAtHead && !stored.isMoreDue };
}

const HeadRow = v.object({ seq: v.number(), hash: v.string() });

/** The next entries, then what was known of their signals and traders, then every row that they are about. */
async function readNext({ run, reading, from }: CheckTask) {
  const after = from.head?.seq ?? 0;
  const [ledgerRows = []] = await run([selectEntries(after, CHECKED_ENTRIES)]);
  const entries = ledgerRows.map(toEntry);
  const to = after + entries.length;
  const isLast = entries.length < CHECKED_ENTRIES;

  const subjects = entries.map(subjectsOf);
  const named = unique(subjects.map(({ id }) => id));
  const [signals = [], published = [], due = []] = await run([
    selectStates(reading, "signal", named),
    {
      text: `SELECT signal_id FROM ledger
        WHERE kind = 'published' AND seq <= ${after} AND signal_id IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(named)],
    },
    ...(isLast ? [selectDue(reading)] : []),
  ]);
  const known = [...signals, ...due].map(toChecked);
  const ids = unique([...named, ...known.map(({ kind, key }) => (kind === "signal" ? key : null))]);
  const handles = unique([
    ...subjects.map(({ trader }) => trader),
    ...known.map((one) => (one.kind === "signal" ? one.state.payload.trader : one.key)),
  ]);

  const ofRows = selectRows({ reading, after, to, ids, handles });
  const ofLog = selectLog(after, to, isLast);
  const [traders = [], [headRow] = [], wrongSignals = [], wrongTraders = [], ...rest] = await run([
    selectStates(reading, "trader", handles),
    { text: "SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1" },
    ...selectWronglyWitnessed(ids, handles, to),
    ...ofRows,
    ...ofLog,
  ]);
  const head = headRow ? v.parse(HeadRow, headRow) : { seq: 0, hash: null };
  return {
    after,
    to,
    entries,
    states: [...known, ...traders.map(toChecked)],
    /** Ids that entries up to `after` have published. */
    published: new Set(published.map((row) => row["signal_id"])),
    isMoreDue: due.length >= CHECKED_DUE_ROWS,
    head,
    isAtHead: isLast && head.seq === to,
    wronglyWitnessed: [...wrongSignals, ...wrongTraders],
    rows: rest.slice(0, ofRows.length),
    log: rest.slice(ofRows.length),
  };
}

function unique(names: readonly (string | null)[]): string[] {
  return [...new Set(names)].filter((name) => name !== null);
}
