/** When something is done: after a time, or once the browser is idle. */

/** Runs `task` once after `delayMs` and returns what cancels it. Passed in wherever time passes, so that tests own the clock. */
export type After = (delayMs: number, task: () => void) => () => void;

/** `After` on the platform's own timer. */
export const after: After = (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};

/** Calls `task` when the browser has nothing better to do; Safari, which does not tell, soon. Gives what calls it off. */
export function whenIdle(task: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const request = requestIdleCallback(task);
    return () => cancelIdleCallback(request);
  }
  return after(1, task);
}
