/**
 * The page's one loading bar. On the server nothing ever calls `hydrated`, so every other call leaves it as it is and no
 * visitor's navigation can reach another's page.
 */
import { after } from "#client/ui/after.ts";
import { createLoadingBarState, type LoadingBarState } from "./loading-bar-state.ts";

export const pageLoading: LoadingBarState = createLoadingBarState({
  now: () => performance.now(),
  after,
  nextFrame: (task) => {
    const frame = requestAnimationFrame(task);
    return () => cancelAnimationFrame(frame);
  },
});
