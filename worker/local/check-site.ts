/** Whether all that a site publishes follows from its ledger: the chain, its rules, every state and every figure. */
import * as v from "valibot";
import { PAGE_LIMIT } from "#shared/contracts/paging.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { Summary, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { type LedgerCheckpoint, verifyChain } from "#shared/ledger-chain.ts";
import {
  type Comparison,
  compareSignal,
  compareSummary,
  compareTrader,
  type Discrepancy,
  findFault,
  type RecordFault,
} from "#shared/published-record.ts";
import { createReplay, type Replay } from "#shared/replay.ts";
import { sha256 } from "./fault-words.ts";
import { NotFound, type Site } from "./ledger-source.ts";

export type SiteFinding =
  | RecordFault
  | {
      readonly kind: "holds";
      readonly head: LedgerCheckpoint;
      /** Entries that were written while the site was read; they are checked too. */
      readonly grown: number;
      /** How many of each were compared; null where the site does not publish them. */
      readonly compared: Compared;
    };

interface Compared {
  summary: number | null;
  traders: number | null;
  signals: number | null;
}

/**
 * Reads the ledger up to the head announced, then everything else, and names the first that differs. What was published later than
 * that head is compared with the entries up to a later one. Rejects where the site cannot be read.
 */
export async function checkSite(site: Site): Promise<SiteFinding> {
  const replay = createReplay();
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
      for await (const { names, comparisons } of read(site)) {
        compared[part] = (compared[part] ?? 0) + names.length;
        for (const name of names) known[part].delete(name);
        const fault = await findFault(comparisons, replay, follow);
        if (fault) return fault;
      }
    } catch (error) {
      // Of an operator's own backend that has no such part; one that has answered before is at fault.
      if (!(error instanceof NotFound) || compared[part] !== null) throw error;
      known[part].clear();
    }
  }
  const missing = missingOf(known, replay);
  if (missing) return { kind: "differs", discrepancy: missing };
  const { seq, hash } = replay.state.head ?? verdict.head;
  return { kind: "holds", head: { seq, hash }, grown: seq - firstHead, compared };
}

/** What one answer of the site publishes. */
interface Publication {
  readonly names: readonly string[];
  readonly comparisons: readonly Comparison[];
}

const PARTS = [
  ["traders", readTraders],
  ["signals", readSignals],
  ["summary", readSummary],
] as const;

async function* readTraders({ read }: Site): AsyncGenerator<Publication> {
  for await (const traders of pagesOf(read, "/api/traders/?sort=handle", TraderPage)) {
    yield { names: traders.map(({ handle }) => handle), comparisons: traders.map(compareTrader) };
    for (const { handle } of traders) {
      const detail = v.parse(TraderDetail, await read(`/api/traders/${encodeURIComponent(handle)}/`));
      yield { names: [], comparisons: [compareTrader(detail)] };
    }
  }
}

async function* readSignals({ read }: Site): AsyncGenerator<Publication> {
  for await (const signals of pagesOf(read, "/api/signals/?", SignalPage))
    yield { names: signals.map(({ id }) => id), comparisons: signals.map(compareSignal) };
}

async function* readSummary({ read }: Site): AsyncGenerator<Publication> {
  const summary = v.parse(Summary, await read("/api/summary/"));
  yield { names: ["summary"], comparisons: [compareSummary(summary)] };
}

/** The pages of a list; one that is empty is the last, whatever it says. */
async function* pagesOf<Item>(
  read: Site["read"],
  path: string,
  Page: v.GenericSchema<unknown, { results: Item[]; next: string | null }>,
): AsyncGenerator<readonly Item[]> {
  let cursor = "";
  for (;;) {
    const { results, next } = v.parse(Page, await read(`${path}&limit=${PAGE_LIMIT.max}${cursor}`));
    yield results;
    if (next === null || results.length === 0) return;
    cursor = `&cursor=${encodeURIComponent(next)}`;
  }
}

/** What entries know and no list had; lists were read to their ends after those entries. */
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
