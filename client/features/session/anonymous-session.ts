/** The session used on the server: its state is always unknown, and calls that need a member reject. */
import { UNKNOWN_STATE } from "./session-state.ts";
import type { Session } from "./session.ts";

export const ANONYMOUS_SESSION: Session = {
  getState: () => UNKNOWN_STATE,
  subscribe: () => () => undefined,
  start: refuse,
  signIn: refuse,
  signInByPasskey: refuse,
  signUpByPasskey: refuse,
  loadUser: refuse,
  signOut: () => undefined,
  refresh: refuse,
  authenticatedFetch: refuse,
  onMemberChange: () => () => undefined,
  userChanged: () => undefined,
  openAuthModal: () => undefined,
  closeAuthModal: () => undefined,
};

function refuse(): Promise<never> {
  return Promise.reject(new Error("There is no session while rendering on the server"));
}
