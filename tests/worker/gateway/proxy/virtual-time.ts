/** A clock that stands still until everything waits for it, and then jumps to the next timer. */
import type { Sleep } from "#worker/gateway/sleep.ts";

export interface VirtualTime {
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Timers that still wait. */
  readonly pending: () => number;
  /** Lets time pass until `work` settles; rejects where `work` waits for something that no timer brings. */
  run<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
}

/** Rounds without a timer and without an end after which `run` gives up. */
const MAX_IDLE_ROUNDS = 200;

export function createVirtualTime(startMs: number = Date.UTC(2026, 10, 21, 12)): VirtualTime {
  let nowMs = startMs;
  const timers = new Set<Timer>();

  const sleep: Sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => {
        timers.delete(timer);
        reject(signal.reason);
      };
      const timer: Timer = {
        atMs: nowMs + ms,
        fire: () => {
          timers.delete(timer);
          signal.removeEventListener("abort", stop);
          resolve();
        },
      };
      timers.add(timer);
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });

  async function run<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    work.then(settle, settle);
    for (let idleRounds = 0; idleRounds < MAX_IDLE_ROUNDS; idleRounds += 1) {
      await everythingElse();
      if (isSettled) return work;
      const next = [...timers].sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) continue;
      idleRounds = 0;
      nowMs = next.atMs;
      next.fire();
    }
    throw new Error("waits for something that no timer brings");
  }

  return { now: () => nowMs, sleep, pending: () => timers.size, run };
}

/** A few turns of the event loop: whatever needs no timer of ours is done then. */
async function everythingElse(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
