/** Joins a router to the loading bar: one bar per navigation, none where only the hash changes. */
import type { LoadingBarState } from "./loading-bar-state.ts";

interface Place {
  readonly pathname: string;
  readonly search: string;
  /** New for every navigation. */
  readonly key: string;
}

/** What is needed of a data router's state; react-router's `DataRouter` has it. */
export interface NavigatingRouter {
  subscribe: (listener: (state: RouterProgress) => void) => () => void;
}

export interface RouterProgress {
  readonly location: Place;
  readonly navigation: { readonly location?: Place | undefined };
  /** Errors of the page that is shown, null where there are none. */
  readonly errors: object | null;
}

/** Keeps `bar` in step with `router` until the returned function is called. A page that arrives with an error fails its bar. */
export function trackNavigations(
  router: NavigatingRouter,
  bar: Pick<LoadingBarState, "start" | "finish" | "fail">,
): () => void {
  let shownId: string | null = null;
  return router.subscribe(({ location, navigation, errors }) => {
    const target = navigation.location;
    if (target && target.key !== shownId && !isSamePage(location, target)) {
      shownId = target.key;
      bar.start(target.key);
    } else if (!target && shownId !== null) {
      if (errors) bar.fail(shownId);
      else bar.finish(shownId);
      shownId = null;
    }
  });
}

function isSamePage(a: Place, b: Place): boolean {
  return a.pathname === b.pathname && a.search === b.search;
}
