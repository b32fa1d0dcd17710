/** Writes to a running site's record as its API does: by the same functions, with the same announcement to live readers. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/d1";
import { MIN_SIGNAL_LIFE_MS } from "#shared/limits/signals.ts";
import { type Settlement, type Signal } from "#shared/contracts/signals.ts";
import { announceToRooms } from "#worker/api/live/rooms.ts";
import { publishSignal, settleSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import type { Site } from "./site.ts";
import { MAX_STALE_MS } from "#shared/limits/pages.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

export interface LiveRecord {
  /**
   * Publishes a signal with its entry in a second and the shortest duration allowed; resolves once every reader has been
   * notified.
   */
  readonly publish: (asset?: string) => Promise<Signal>;
  /**
   * Settles a signal as if it had expired, with a clock that runs ahead; the ledger accepts a minute of that. Resolves once
   * every reader has been notified.
   */
  readonly settle: (signal: Signal, outcome: Settlement) => Promise<void>;
  /**
   * Resolves once no page is rendered any more from data older than the last of these changes, which the worker that renders
   * pages was not notified of.
   */
  readonly untilOnPages: () => Promise<void>;
}

/** Creates a trader of its own, who has just joined. */
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
      await settleSignal(deps, signal.id, outcome, EVIDENCE);
      await telling;
    },
    untilOnPages: () => sleep(Math.max(0, changedAtMs + MAX_STALE_MS - Date.now())),
  };
}
