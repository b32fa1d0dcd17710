/** A clock that only moves when told, for everything in client/ui that takes its time as an argument. */
import type { After } from "#client/ui/scheduling.ts";

const FRAME_MS = 10;

export interface FakeClock {
  readonly now: () => number;
  readonly after: After;
  /** A frame every 10 ms. */
  readonly nextFrame: (task: () => void) => () => void;
  /** Moves on and runs what falls due, in order. */
  readonly advance: (ms: number) => void;
  /** Timers set and neither run nor cancelled. */
  readonly pending: () => number;
}

export function createFakeClock(): FakeClock {
  const due = new Map<number, { readonly atMs: number; readonly task: () => void }>();
  let nowMs = 1_000_000;
  let set = 0;

  const after: After = (delayMs, task) => {
    const id = (set += 1);
    due.set(id, { atMs: nowMs + delayMs, task });
    return () => due.delete(id);
  };

  function advance(ms: number) {
    const untilMs = nowMs + ms;
    for (;;) {
      const [next] = [...due]
        .filter(([, { atMs }]) => atMs <= untilMs)
        .sort(([, a], [, b]) => a.atMs - b.atMs);
      if (!next) break;
      const [id, { atMs, task }] = next;
      due.delete(id);
      nowMs = atMs;
      task();
    }
    nowMs = untilMs;
  }

  return {
    now: () => nowMs,
    after,
    nextFrame: (task) => after(FRAME_MS - (nowMs % FRAME_MS), task),
    advance,
    pending: () => due.size,
  };
}
