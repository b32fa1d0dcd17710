/** Scheduling: after a delay, or when the browser is idle. */
import { MAX_IDLE_WAIT_MS } from "#shared/limits/browser.ts";

/**
 * Runs `task` once after `delayMs`; returns a function that cancels it. Injected wherever time passes, so that tests control
 * the clock.
 */
export type After = (delayMs: number, task: () => void) => () => void;

/** `After` with the platform's own timer. */
export const after: After = (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};

/**
 * Calls `task` when the browser is idle, at the latest after `MAX_IDLE_WAIT_MS`; without delay in Safari, which lacks
 * `requestIdleCallback`. Returns a function that cancels it.
 */
export function whenIdle(task: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const request = requestIdleCallback(task, { timeout: MAX_IDLE_WAIT_MS });
    return () => cancelIdleCallback(request);
  }
  return after(1, task);
}
