import { after } from "./after.ts";

/** Calls `task` when the browser has nothing better to do; Safari, which does not tell, soon. Gives what calls it off. */
export function whenIdle(task: () => void): () => void {
  if ("requestIdleCallback" in window) {
    const request = requestIdleCallback(task);
    return () => cancelIdleCallback(request);
  }
  return after(1, task);
}
