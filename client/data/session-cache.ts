/** What one member was shown is gone before anybody else is shown anything. */
import type { Session } from "#client/session/session.ts";

/**
 * Calls `forgetAll` each time a session ends or passes to another member, before any component hears of it through a
 * later subscription. Not at start-up, and not when a visitor signs in: what is in the cache then is public. Gives the
 * function that ends it.
 */
export function forgetOnMemberChange(session: Session, forgetAll: () => void): () => void {
  let { sessionNumber, phase } = session.getState();
  return session.subscribe(() => {
    const state = session.getState();
    if (state.sessionNumber !== sessionNumber && phase === "signed-in") forgetAll();
    ({ sessionNumber, phase } = state);
  });
}
