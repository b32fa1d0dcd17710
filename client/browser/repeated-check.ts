/** Repeats a check while somebody is there to profit from it, more slowly while it fails. */
import type { After } from "#client/ui/after.ts";

/** Longest pause between two failing checks, as a multiple of the interval. */
const MAX_SLOWDOWN = 32;

export interface RepeatedCheckWorld {
  readonly after: After;
  readonly intervalMs: number;
  /** True while the tab is visible and online. */
  readonly isWanted: () => boolean;
  /** One check; a rejection doubles the pause. */
  readonly check: () => Promise<void>;
}

export interface RepeatedCheck {
  /** To be called whenever `isWanted` may have changed: checks at once when it has become true, rests when false. */
  readonly update: () => void;
}

/** The first check comes one interval after the first `update`. No timer runs while it is not wanted. */
export function createRepeatedCheck({
  after,
  intervalMs,
  isWanted,
  check,
}: RepeatedCheckWorld): RepeatedCheck {
  let cancel: (() => void) | null = null;
  let hasStarted = false;
  let isRunning = false;
  let slowdown = 1;

  function rest(): void {
    cancel?.();
    cancel = null;
  }

  function plan(): void {
    rest();
    if (isWanted()) cancel = after(intervalMs * slowdown, () => void run());
  }

  async function run(): Promise<void> {
    rest();
    if (isRunning) return;
    isRunning = true;
    try {
      await check();
      slowdown = 1;
    } catch {
      slowdown = Math.min(slowdown * 2, MAX_SLOWDOWN);
    } finally {
      isRunning = false;
      plan();
    }
  }

  return {
    update() {
      if (!isWanted()) rest();
      else if (cancel === null && !isRunning) {
        if (hasStarted) void run();
        else plan();
        hasStarted = true;
      }
    },
  };
}
