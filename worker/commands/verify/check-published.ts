/**
 * Checks whether everything that a site publishes follows from its ledger: the chain, its rules, every state and every
 * figure.
 */
import * as v from "valibot";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { Summary, type Trader, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { type LedgerCheckpoint, verifyChain } from "#shared/record/ledger-chain.ts";
import {
  type Comparison,
  compareSignal,
  compareSummary,
  compareTrader,
  type Discrepancy,
  findFault,
  type RecordFault,
} from "#shared/record/published-record.ts";
import { createReplay, type Replay } from "#shared/record/replay.ts";
import { sha256 } from "./digests.ts";
import { NotFound, type Site } from "./ledger-source.ts";

export type PublishedFinding =
  | RecordFault
  | {
      readonly kind: "holds";
      readonly head: LedgerCheckpoint;
      /** Entries that were written while the site was read; they are checked too. */
      readonly grown: number;
      /** How many of each were compared; null if the site does not publish them. */
      readonly compared: Compared;
    };

interface Compared {
  summary: number | null;
  traders: number | null;
  signals: number | null;
}

export interface RecordWatch {
  /** Gets each entry that holds. */
  readonly onEntry: (entry: LedgerEntry) => void;
  /** Gets each signal and trader as it is published, at its first reading. */
  readonly onPublished: (published: Signal | Trader) => void;
}

/**
 * Reads the ledger up to the announced head, then everything else, and reports the first difference. Each answer is compared
 * with the entries up to the one that it says it reflects; an answer without this, with the entries up to any that was
 * written meanwhile. Rejects if the site cannot be read.
 */
export async function checkPublished(site: Site, watch: RecordWatch): Promise<PublishedFinding> {
  const replay = watchedReplay(watch.onEntry);
  const follow = async (onto: Replay) => {
    const until = await site.head();
    const entries = site.entries(onto.state.head?.seq ?? 0, until.seq);
    return verifyChain(entries, { sha256, until, replay: onto });
  };
  const verdict = await follow(replay);
  if (!verdict.holds) return { kind: "broken", seq: verdict.seq, flaw: verdict.flaw };
  const { seq: firstHead } = verdict.head;
  const known = {
    summary: new Set<string>(),
    traders: new Set(replay.state.traders.keys()),
    signals: new Set(replay.state.signals.keys()),
  };
  const compared: Compared = { summary: null, traders: null, signals: null };

  for (const [part, read] of PARTS) {
    try {
      for await (const { names, asOfSeq, comparisons } of read(site, watch.onPublished)) {
        compared[part] = (compared[part] ?? 0) + names.length;
        for (const name of names) known[part].delete(name);
        const headSeq = replay.state.head?.seq ?? 0;
        const fault =
          asOfSeq === undefined || asOfSeq < headSeq
            ? await findFault(comparisons, replay, follow)
            : ((await readUpTo(asOfSeq, site, replay)) ?? firstDifference(comparisons, replay));
        if (fault) return fault;
      }
    } catch (error) {
      // An operator's own backend may lack the part; if it has answered before, this is a fault.
      if (!(error instanceof NotFound) || compared[part] !== null) throw error;
      known[part].clear();
    }
  }
  const missing = missingOf(known, replay);
  if (missing) return { kind: "differs", discrepancy: missing };
  const { seq, hash } = replay.state.head ?? verdict.head;
  return { kind: "holds", head: { seq, hash }, grown: seq - firstHead, compared };
}

function watchedReplay(onEntry: (entry: LedgerEntry) => void): Replay {
  const { state, add } = createReplay();
  return {
    state,
    add(entry) {
      const breach = add(entry);
      if (!breach) onEntry(entry);
      return breach;
    },
  };
}

/** Takes the entries up to `seq` into the replay. An answer cannot reflect an entry that does not exist. */
async function readUpTo(seq: number, site: Site, replay: Replay): Promise<RecordFault | null> {
  const after = replay.state.head?.seq ?? 0;
  const verdict = await verifyChain(site.entries(after, seq), { sha256, replay });
  if (!verdict.holds) return { kind: "broken", seq: verdict.seq, flaw: verdict.flaw };
  return verdict.head.seq < seq ? { kind: "broken", seq: verdict.head.seq + 1, flaw: "entry_missing" } : null;
}

function firstDifference(comparisons: readonly Comparison[], { state }: Replay): RecordFault | null {
  for (const compare of comparisons) {
    const discrepancy = compare(state);
    if (discrepancy) return { kind: "differs", discrepancy };
  }
  return null;
}

/** What one answer of the site publishes. */
interface Publication {
  readonly names: readonly string[];
  /** The newest entry that it reflects; undefined if it does not say. */
  readonly asOfSeq: number | undefined;
  readonly comparisons: readonly Comparison[];
}

const PARTS = [
  ["traders", readTraders],
  ["signals", readSignals],
  ["summary", readSummary],
] as const;

async function* readTraders(
  { read }: Site,
  onPublished: RecordWatch["onPublished"],
): AsyncGenerator<Publication> {
  for await (const { results, as_of_seq } of pagesOf(read, "/api/traders/?sort=handle", TraderPage)) {
    results.forEach(onPublished);
    const names = results.map(({ handle }) => handle);
    yield { names, asOfSeq: as_of_seq, comparisons: results.map(compareTrader) };
    for (const handle of names) {
      const detail = v.parse(TraderDetail, await read(`/api/traders/${encodeURIComponent(handle)}/`));
      yield { names: [], asOfSeq: detail.as_of_seq, comparisons: [compareTrader(detail)] };
    }
  }
}

async function* readSignals(
  { read }: Site,
  onPublished: RecordWatch["onPublished"],
): AsyncGenerator<Publication> {
  for await (const { results, as_of_seq } of pagesOf(read, "/api/signals/?", SignalPage)) {
    results.forEach(onPublished);
    const names = results.map(({ id }) => id);
    yield { names, asOfSeq: as_of_seq, comparisons: results.map(compareSignal) };
  }
}

async function* readSummary({ read }: Site): AsyncGenerator<Publication> {
  const summary = v.parse(Summary, await read("/api/summary/"));
  yield { names: ["summary"], asOfSeq: summary.head?.seq ?? 0, comparisons: [compareSummary(summary)] };
}

interface ListPage<Item> {
  readonly results: readonly Item[];
  readonly next: string | null;
  readonly as_of_seq?: number | undefined;
}

/** The pages of a list; an empty page is the last, whatever its cursor. */
async function* pagesOf<Item>(
  read: Site["read"],
  path: string,
  Page: v.GenericSchema<unknown, ListPage<Item>>,
): AsyncGenerator<ListPage<Item>> {
  let cursor = "";
  for (;;) {
    const page = v.parse(Page, await read(`${path}&limit=${PAGE_LIMIT.max}${cursor}`));
    yield page;
    if (page.next === null || page.results.length === 0) return;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

/** What the entries contain but no list had; the lists were read to their ends after those entries. */
function missingOf(
  { traders, signals }: { readonly traders: ReadonlySet<string>; readonly signals: ReadonlySet<string> },
  { state }: Replay,
): Discrepancy | null {
  const [handle] = traders;
  const [id] = signals;
  if (handle !== undefined) {
    const seq = state.traders.get(handle)?.lastSeq ?? 0;
    return { thing: "trader", name: handle, place: "", found: null, expected: handle, seq };
  }
  if (id === undefined) return null;
  const seq = state.signals.get(id)?.publishedSeq ?? 0;
  return { thing: "signal", name: id, place: "", found: null, expected: id, seq };
}
