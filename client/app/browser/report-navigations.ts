/** Reports client navigations to the service worker, which sees only documents, so that these pages open offline as well. */
import type { KeepPage } from "#shared/service-worker.ts";

/** The part of a data router that is needed; react-router's `DataRouter` has it. */
export interface ReadingRouter {
  readonly subscribe: (listener: (state: ReadingState) => void) => () => void;
  readonly state: ReadingState;
}

interface ReadingState {
  readonly location: { readonly pathname: string; readonly search: string };
  /** Errors of the page that is shown, null if there are none. */
  readonly errors: object | null;
}

export interface ReportNavigationsWorld {
  /** True if the connection is good enough for another fetch. */
  readonly mayFetch: () => boolean;
  readonly tell: (message: KeepPage) => void;
}

/** Another filter of the page that is shown counts as the same page. */
export function reportNavigations(router: ReadingRouter, { mayFetch, tell }: ReportNavigationsWorld): void {
  let shown = router.state.location.pathname;
  router.subscribe(({ location: { pathname, search }, errors }) => {
    if (pathname === shown) return;
    shown = pathname;
    if (!errors && mayFetch()) tell({ keepPage: pathname + search });
  });
}
