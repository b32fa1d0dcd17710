/** A client navigation that would lose something asks first, as the browser does before it leaves a document. */
import type { DataRouter, Location } from "react-router";

export interface AskBeforeLeavingWorld {
  /** True while the page shown holds something that would be lost. */
  readonly wouldLose: () => boolean;
  /** Asks the visitor; false keeps the page. */
  readonly ask: () => boolean;
  /** To this page leads the end of a session, which nobody can decline. */
  readonly loginPath: string;
}

export function askBeforeLeaving(
  router: Pick<DataRouter, "getBlocker">,
  { wouldLose, ask, loginPath }: AskBeforeLeavingWorld,
): void {
  router.getBlocker("loss", ({ currentLocation, nextLocation }) => {
    const isKept = viewOf(currentLocation) === viewOf(nextLocation) || nextLocation.pathname === loginPath;
    return !isKept && wouldLose() && !ask();
  });
}

/** What stays on the screen while only a list on it is led on. */
function viewOf({ pathname, search }: Location): string {
  return `${pathname}?${new URLSearchParams(search).get("view") ?? ""}`;
}
