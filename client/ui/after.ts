/** Runs `task` once after `delayMs` and returns what cancels it. Passed in wherever time passes, so that tests own the clock. */
export type After = (delayMs: number, task: () => void) => () => void;

/** `After` on the platform's own timer. */
export const after: After = (delayMs, task) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};
