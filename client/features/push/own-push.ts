/** Ties the notifications in this browser to the member who has switched them on. */
import { createBrowserHttp } from "#client/data/http.ts";
import { pushOffer } from "#client/features/offers/offers.tsx";
import type { Session } from "#client/features/session/session.ts";

/**
 * Withdraws the offer of notifications when the session ends. Removes the subscription on sign-out, even if the site cannot be
 * reached, and when another member signs in.
 */
export function keepPushOwn(session: Session): void {
  const http = createBrowserHttp(session.authenticatedFetch);
  let { phase } = session.getState();
  session.subscribe(() => {
    const state = session.getState();
    if (state.phase === phase) return;
    phase = state.phase;
    pushOffer.set(null);
    const isSignedOut = state.phase === "signed-out" && state.isOnPurpose;
    if (state.phase !== "signed-in" && !isSignedOut) return;
    import("./browser-push.ts")
      .then(({ unsubscribeBrowser, unsubscribeUnlessOwn }) =>
        isSignedOut ? unsubscribeBrowser() : unsubscribeUnlessOwn(http),
      )
      // A failure is retried at the next sign-in.
      .catch(() => {});
  });
}
