/** A countdown that can be held: what is left of a life is kept while nobody counts. */
import type { After } from "#client/ui/after.ts";

export interface LifeTimerWorld {
  /** Milliseconds on a clock that does not go back. */
  readonly now: () => number;
  readonly after: After;
}

export interface LifeTimer {
  /** Counts on from where it was held; nothing happens while it already counts. */
  run: () => void;
  /** Stops counting and keeps what is left. */
  hold: () => void;
}

/** Calls `onEnd` once `lifeMs` have been counted. Starts held. */
export function createLifeTimer(world: LifeTimerWorld, lifeMs: number, onEnd: () => void): LifeTimer {
  let remainingMs = lifeMs;
  let counting: { readonly sinceMs: number; readonly cancel: () => void } | null = null;
  return {
    run: () => {
      counting ??= { sinceMs: world.now(), cancel: world.after(remainingMs, onEnd) };
    },
    hold: () => {
      if (!counting) return;
      counting.cancel();
      remainingMs = Math.max(0, remainingMs - (world.now() - counting.sinceMs));
      counting = null;
    },
  };
}
