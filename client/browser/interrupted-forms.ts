/** What a member typed outlives the end of their session, until they have signed in again and are back on that page. */
import type { Session } from "#client/session/session.ts";

export interface InterruptedFormsWorld {
  /** Keeps what was typed and not sent; true where that is anything. */
  readonly save: (member: string) => boolean;
  /** Puts back what was kept for the member, where it was typed on the page that is shown. */
  readonly restore: (member: string) => void;
}

export interface InterruptedForms {
  /** True where the last end of a session has interrupted something. */
  readonly areKept: () => boolean;
  /** Another page may be shown. */
  readonly arrive: () => void;
}

/** Not for a member who has signed out here: what that loses was asked before. */
export function keepInterruptedForms(
  session: Pick<Session, "getState" | "subscribe">,
  { save, restore }: InterruptedFormsWorld,
): InterruptedForms {
  let member: string | null = null;
  let areKept = false;

  function arrive(): void {
    const { user } = session.getState();
    if (user) restore(String(user.id));
  }

  // Told before React renders the page without its forms.
  session.subscribe(() => {
    const state = session.getState();
    if (state.phase === "signed-out") {
      areKept = member !== null && !state.isWanted && save(member);
      member = null;
    } else if (state.user) {
      member = String(state.user.id);
    }
    arrive();
  });
  return { areKept: () => areKept, arrive };
}
