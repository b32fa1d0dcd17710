/** Notifications in this browser are for the member who has switched them on. */
import { createBrowserHttp } from "#client/data/http.ts";
import type { Session } from "#client/features/session/session.ts";

/** From now on they end with a sign-out, whether the site hears of it or not, and where another member signs in. */
export function keepPushOwn(session: Session): void {
  const http = createBrowserHttp(session.authenticatedFetch);
  let { phase } = session.getState();
  session.subscribe(() => {
    const state = session.getState();
    if (state.phase === phase) return;
    phase = state.phase;
    const isSignedOut = state.phase === "signed-out" && state.isWanted;
    if (state.phase !== "signed-in" && !isSignedOut) return;
    import("./browser-push.ts")
      .then(({ unsubscribeBrowser, unsubscribeUnlessOwn }) =>
        isSignedOut ? unsubscribeBrowser() : unsubscribeUnlessOwn(http),
      )
      // A browser that cannot end them now is looked at again with the next sign-in.
      .catch(() => {});
  });
}
