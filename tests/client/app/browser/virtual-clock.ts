/** A clock that stands still until it is moved. */
import type { After } from "#client/ui/scheduling.ts";

export interface VirtualClock {
  readonly now: () => number;
  readonly after: After;
  /** Runs what falls due, in order, with everything that follows from it. */
  readonly advance: (byMs: number) => Promise<void>;
  /** Timers that are set. */
  readonly pending: () => number;
}

export function createVirtualClock(): VirtualClock {
  let time = 0;
  const timers = new Set<{ readonly atMs: number; readonly task: () => void }>();
  return {
    now: () => time,
    pending: () => timers.size,
    after(delayMs, task) {
      const timer = { atMs: time + delayMs, task };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(byMs) {
      const end = time + byMs;
      for (;;) {
        const [due] = [...timers].filter(({ atMs }) => atMs <= end).sort((a, b) => a.atMs - b.atMs);
        if (!due) break;
        timers.delete(due);
        time = due.atMs;
        due.task();
        await settle();
      }
      time = end;
      await settle();
    },
  };
}

/** Lets every promise that can settle do so. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
