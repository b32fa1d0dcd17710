/** A clock that only moves when told, for what takes its time as an argument. */
import type { After } from "#client/ui/scheduling.ts";

const FRAME_MS = 10;

export interface FakeClock {
  readonly now: () => number;
  readonly after: After;
  /** A frame every 10 ms. */
  readonly nextFrame: (task: () => void) => () => void;
  /** Moves on and runs what falls due, in order. */
  readonly advance: (ms: number) => void;
  /** The same, with everything that follows from each task before the next. */
  readonly advanceSettled: (ms: number) => Promise<void>;
  /** Timers set and neither run nor cancelled. */
  readonly pending: () => number;
}

export function createFakeClock(): FakeClock {
  const timers = new Set<{ readonly atMs: number; readonly task: () => void }>();
  let nowMs = 0;

  const after: After = (delayMs, task) => {
    const timer = { atMs: nowMs + delayMs, task };
    timers.add(timer);
    return () => timers.delete(timer);
  };

  /** Runs the next task until then; false if there is none. */
  function runNext(untilMs: number): boolean {
    const [due] = [...timers].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
    nowMs = due?.atMs ?? untilMs;
    if (!due) return false;
    timers.delete(due);
    due.task();
    return true;
  }

  return {
    now: () => nowMs,
    after,
    nextFrame: (task) => after(FRAME_MS - (nowMs % FRAME_MS), task),
    advance(ms) {
      const untilMs = nowMs + ms;
      while (runNext(untilMs));
    },
    async advanceSettled(ms) {
      const untilMs = nowMs + ms;
      while (runNext(untilMs)) await settle();
      await settle();
    },
    pending: () => timers.size,
  };
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
