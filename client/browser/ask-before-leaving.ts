/** A client navigation that would lose something asks first, as the browser does before it leaves a document. */
import { type DataRouter, type Location, NavigationType } from "react-router";

export interface AskBeforeLeavingWorld {
  /** Calls the listener given whenever there begins or ceases to be something that may be lost. */
  readonly onLosses: (listener: (isAny: boolean) => void) => void;
  /** Asks the visitor where something would be lost; false keeps the page. */
  readonly mayLeave: () => boolean;
  /** Its form may belong to a row of a list, and go with that row. */
  readonly isDialogOpen: () => boolean;
  /** To this page leads the end of a session, which nobody can decline. */
  readonly loginPath: string;
  /** The tab's own. */
  readonly history: Pick<History, "state">;
}

const BLOCKER = "loss";

export function askBeforeLeaving(
  router: Pick<DataRouter, "getBlocker" | "deleteBlocker" | "subscribe">,
  { onLosses, mayLeave, isDialogOpen, loginPath, history }: AskBeforeLeavingWorld,
): void {
  // The router's number of the entry shown; an entry that a hash link of the document itself has made has none.
  let shown = entryIndex(history);
  router.subscribe(() => {
    shown = entryIndex(history);
  });

  onLosses((isAny) => {
    // The router warns of every hash link of the document itself while it has a blocker.
    if (!isAny) return router.deleteBlocker(BLOCKER);
    router.getBlocker(BLOCKER, ({ currentLocation, nextLocation, historyAction }) => {
      const isSameView = viewOf(currentLocation) === viewOf(nextLocation) && !isDialogOpen();
      if (isSameView || nextLocation.pathname === loginPath) return false;
      // Without both numbers the router cannot go back to the page that is kept.
      const isKnown = shown !== null && entryIndex(history) !== null;
      return (historyAction !== NavigationType.Pop || isKnown) && !mayLeave();
    });
  });
}

function entryIndex({ state }: Pick<History, "state">): number | null {
  const entry: unknown = state;
  const isNumbered = typeof entry === "object" && entry !== null && "idx" in entry;
  return isNumbered && typeof entry.idx === "number" ? entry.idx : null;
}

/** Another page of a list leaves what stands beside it. */
function viewOf({ pathname, search }: Location): string {
  return `${pathname}?${new URLSearchParams(search).get("view") ?? ""}`;
}
