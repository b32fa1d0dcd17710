/** Repeats a check of the server while the tab is visible and online. */
import { backOff } from "#shared/http/back-off.ts";
import { after, type After } from "#client/ui/scheduling.ts";
import { MAX_CHECK_SLOWDOWN } from "#shared/limits/browser.ts";

/** For the life of the document. A rejection of `check` doubles the pause. */
export function repeatInVisibleTab(intervalMs: number, check: () => Promise<void>): void {
  const { update } = createRepeatedCheck({
    after,
    intervalMs,
    isWanted: () => document.visibilityState === "visible" && navigator.onLine,
    check,
  });
  document.addEventListener("visibilitychange", update);
  window.addEventListener("online", update);
  window.addEventListener("offline", update);
  update();
}

export interface RepeatedCheckWorld {
  readonly after: After;
  readonly intervalMs: number;
  /** True while the tab is visible and online. */
  readonly isWanted: () => boolean;
  /** One check; a rejection doubles the pause. */
  readonly check: () => Promise<void>;
}

export interface RepeatedCheck {
  /** To be called whenever `isWanted` may have changed: checks at once when it becomes true, pauses while it is false. */
  readonly update: () => void;
}

/** The first check comes one interval after the first `update`, or once it is wanted. No timer runs while it is not. */
export function createRepeatedCheck({
  after,
  intervalMs,
  isWanted,
  check,
}: RepeatedCheckWorld): RepeatedCheck {
  const pausesMs = { base: intervalMs, max: intervalMs * MAX_CHECK_SLOWDOWN };
  let cancel: (() => void) | null = null;
  let hasStarted = false;
  let isRunning = false;
  let failures = 0;

  function rest(): void {
    cancel?.();
    cancel = null;
  }

  function plan(): void {
    rest();
    if (isWanted()) cancel = after(backOff(pausesMs, failures), () => void run());
  }

  async function run(): Promise<void> {
    rest();
    isRunning = true;
    try {
      await check();
      failures = 0;
    } catch {
      failures += 1;
    } finally {
      isRunning = false;
      plan();
    }
  }

  return {
    update() {
      const isFirst = !hasStarted;
      hasStarted = true;
      if (!isWanted()) rest();
      else if (isFirst) plan();
      else if (cancel === null && !isRunning) void run();
    },
  };
}
