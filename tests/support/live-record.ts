/** Writes to a running site's record as its API does: the same verbs, and the same announcement to live readers. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/d1";
import { MIN_SIGNAL_LIFE_MS, type Settlement, type Signal } from "#shared/contracts/signals.ts";
import { announceToRooms } from "#worker/api/live/announce.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import type { Site } from "./site.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";

export interface LiveRecord {
  /** Publishes a signal that enters in a second and runs as short as it may, and resolves once every reader has been told. */
  readonly publish: (asset?: string) => Promise<Signal>;
  /**
   * Settles a signal as if its time were over, by a clock that is ahead for it: the ledger takes a minute of that. Resolves once every
   * reader has been told.
   */
  readonly settle: (signal: Signal, outcome: Settlement) => Promise<void>;
  /**
   * Resolves once no page is made any more from what was known before the last of these changes: the worker that makes the
   * pages has not been told of them.
   */
  readonly untilOnPages: () => Promise<void>;
}

/** A trader of its own, who has just joined. */
export async function openLiveRecord({ db, signalRoom }: Site): Promise<LiveRecord> {
  const log = () => {};
  let nowMs = Date.now();
  let changedAtMs = 0;
  let telling: Promise<void> = Promise.resolve();
  const announce = (seq: number) => {
    changedAtMs = Date.now();
    telling = announceToRooms({ signalRoom, log }, seq);
  };
  const deps = { db: drizzle(db), log, announce, now: () => Math.max(nowMs, Date.now()) };
  const id = randomUUID().slice(0, 8);
  const trader = `trader-${id}`;
  await addTrader(deps, { handle: trader, name: `Trader ${id}` });
  return {
    async publish(asset = "EUR/USD") {
      const entryMs = deps.now() + 1_000;
      const signal = await publishSignal(deps, {
        trader,
        asset,
        direction: "up",
        entry_at: entryMs,
        expires_at: entryMs + MIN_SIGNAL_LIFE_MS,
        payout: 0.85,
      });
      await telling;
      return signal;
    },
    async settle(signal, outcome) {
      nowMs = Math.max(nowMs, Date.parse(signal.expires_at));
      await settleSignal(deps, signal.id, outcome);
      await telling;
    },
    untilOnPages: () => sleep(Math.max(0, changedAtMs + MAX_STALE_MS - Date.now())),
  };
}
