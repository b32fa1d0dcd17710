/** A clock that stands still until everything waits for it, and then jumps to the next timer. */
import { sleep, type StartTimer } from "#worker/gateway/timer.ts";

export interface VirtualTime {
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
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

  const startTimer: StartTimer = (ms) => {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer: Timer = {
      atMs: nowMs + ms,
      fire: () => {
        timers.delete(timer);
        resolve();
      },
    };
    timers.add(timer);
    return { over, stop: () => void timers.delete(timer) };
  };

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

  return {
    now: () => nowMs,
    startTimer,
    sleep: (ms, signal) => sleep(startTimer, ms, signal),
    pending: () => timers.size,
    run,
  };
}

/** Starts timers that are over at once, and notes how long each was to be. */
export function overAtOnce(waitsMs: number[] = []): StartTimer {
  return (ms) => {
    waitsMs.push(ms);
    return { over: Promise.resolve(), stop: () => {} };
  };
}

/** A few turns of the event loop: whatever needs no timer of ours is done then. */
async function everythingElse(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}
