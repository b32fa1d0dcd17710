/** Page changes cross-fade where the browser can and the visitor does not mind motion. */
import type { DataRouter } from "react-router";

/** What is needed of a data router; react-router's `DataRouter` has it. */
export interface ShownRouter {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe: DataRouter["subscribe"];
}

export interface ViewTransitionWorld {
  /** The browser's own: pictures the old page first, and then calls for the new one. */
  readonly startViewTransition: (update: () => void) => { readonly ready: Promise<unknown> };
  readonly mayMove: () => boolean;
  /** Renders what `update` changes before it returns. */
  readonly flushSync: (update: () => void) => void;
}

/**
 * From now on, whoever subscribes to `router` is told of another page inside a view transition, and of everything else at
 * once. What the router says while the browser still pictures the old page takes the place of what was to be shown: nothing
 * older ever comes after it.
 */
export function withViewTransitions(
  router: ShownRouter,
  { startViewTransition, mayMove, flushSync }: ViewTransitionWorld,
): void {
  const subscribe = router.subscribe.bind(router);
  router.subscribe = (show) => {
    let { pathname: shownPath } = router.state.location;
    let waiting: Parameters<typeof show> | null = null;

    function showWaiting(): void {
      const shown = waiting;
      waiting = null;
      if (shown) show(...shown);
    }

    return subscribe((...next) => {
      const { pathname } = next[0].location;
      const isSamePage = pathname === shownPath;
      shownPath = pathname;
      if (waiting) waiting = next;
      else if (isSamePage || !mayMove()) show(...next);
      else {
        waiting = next;
        // Rejects where another transition follows at once; the page is shown all the same.
        startViewTransition(() => flushSync(showWaiting)).ready.catch(() => {});
      }
    });
  };
}
