/** Pages that are reached by clicking are never documents; the service worker is told, so that they open offline as well. */
import type { KeepPage } from "#shared/service-worker.ts";

/** What is needed of a data router; react-router's `DataRouter` has it. */
export interface ReadingRouter {
  readonly subscribe: (listener: (state: ReadingState) => void) => () => void;
  readonly state: ReadingState;
}

interface ReadingState {
  readonly location: { readonly pathname: string; readonly search: string };
  /** Errors of the page that is shown, null where there are none. */
  readonly errors: object | null;
}

export interface KeepReadPagesWorld {
  /** True where the connection bears another fetch. */
  readonly mayFetch: () => boolean;
  readonly tell: (message: KeepPage) => void;
}

/** Another filter of the page that is shown is no other page. */
export function keepReadPages(router: ReadingRouter, { mayFetch, tell }: KeepReadPagesWorld): void {
  let shown = router.state.location.pathname;
  router.subscribe(({ location: { pathname, search }, errors }) => {
    if (pathname === shown) return;
    shown = pathname;
    if (!errors && mayFetch()) tell({ keepPage: pathname + search });
  });
}
