/** Compares published data with the ledger's entries: the signal that a page shows, its trader and the totals. */
import * as v from "valibot";
import { HttpError } from "#client/data/http-error.ts";
import { ledgerHeadKey, signalKey, summaryKey, traderKey } from "#client/data/keys.ts";
import { LedgerHead } from "#shared/contracts/ledger.ts";
import { lastSeqOf, Signal } from "#shared/contracts/signals.ts";
import { Summary, TraderDetail } from "#shared/contracts/traders.ts";
import { type Flaw, verifyChain } from "#shared/record/ledger-chain.ts";
import {
  type Comparison,
  compareSignal,
  compareSummary,
  compareTrader,
  type Discrepancy,
  findFault,
} from "#shared/record/published-record.ts";
import type { Replay } from "#shared/record/replay.ts";
import type { Sha256Hex } from "#shared/encoding/sha256.ts";
import { type ReadAnswer, readLedger } from "./fetch-ledger.ts";

interface World {
  readonly read: ReadAnswer;
  readonly sha256: Sha256Hex;
}

/** The data published now; later entries may have changed it since the page was loaded. */
interface Published {
  readonly replay: Replay;
  readonly shown: Signal | null;
}

type PublishedFault =
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  | { readonly kind: "unfounded"; readonly discrepancy: Discrepancy };

/** The first published figure that does not follow from the entries; continues `replay` up to the newest entry. */
export async function findPublishedFault(
  world: World,
  { replay, shown }: Published,
): Promise<PublishedFault | null> {
  const fault = await findFault(await readPublished(world, shown), replay, async (onto) => {
    const { seq, hash } = v.parse(LedgerHead, await world.read(ledgerHeadKey));
    const entries = readLedger(world.read, onto.state.head?.seq ?? 0);
    return verifyChain(entries, { sha256: world.sha256, until: { seq, hash }, replay: onto });
  });
  return fault?.kind === "differs" ? { kind: "unfounded", discrepancy: fault.discrepancy } : fault;
}

/** Figures that an operator's own backend does not publish are not compared. */
async function readPublished({ read }: World, shown: Signal | null): Promise<Comparison[]> {
  const readPart = async <Part>(
    path: string,
    contract: v.GenericSchema<unknown, Part>,
    compare: (part: Part) => Comparison,
  ): Promise<Comparison[]> => {
    try {
      return [compare(v.parse(contract, await read(path)))];
    } catch (error) {
      if (error instanceof HttpError && error.status === 404) return [];
      throw error;
    }
  };
  const summary = await readPart(summaryKey, Summary, compareSummary);
  if (!shown) return summary;
  const signal = await readPart(signalKey(shown.id), Signal, compareSignal);
  const trader = await readPart(traderKey(shown.trader.handle), TraderDetail, compareTrader);
  return [...signal, ...trader, ...summary];
}

/**
 * A replay that compares the signal with the page once it reaches the newest entry that the page shows; the page may be older than
 * the ledger.
 */
export function comparedWhenShown(
  replay: Replay,
  shown: Signal,
): { readonly replay: Replay; readonly found: () => Discrepancy | null } {
  const compare = compareSignal(v.parse(Signal, shown));
  let found: Discrepancy | null | undefined;
  return {
    replay: {
      state: replay.state,
      add(entry) {
        const breach = replay.add(entry);
        if (entry.seq === lastSeqOf(shown)) found = compare(replay.state);
        return breach;
      },
    },
    found: () => (found === undefined ? compare(replay.state) : found),
  };
}
