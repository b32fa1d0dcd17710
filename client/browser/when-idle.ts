/** Calls `task` when the browser has nothing better to do; Safari, which does not tell, soon. */
export function whenIdle(task: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(task);
  else setTimeout(task, 1);
}
