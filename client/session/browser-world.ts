/** The world of a session in a browser: what `createSession` is given there. */
import type { SessionWorld } from "./session.ts";

/** Reads no browser global before the session is used. */
export function browserWorld(own: Pick<SessionWorld, "fetch" | "onSessionLost">): SessionWorld {
  return {
    ...own,
    storage: () => window.localStorage,
    // Absent on insecure origins and in old browsers, whatever the type says.
    locks: () => ("locks" in navigator ? navigator.locks : undefined),
    addStorageListener(listener) {
      window.addEventListener("storage", (event) => listener(event.key));
      // A page taken out of the back/forward cache has missed the events of its absence.
      window.addEventListener("pageshow", (event) => {
        if (event.persisted) listener(null);
      });
    },
    schedule: (callback, delayMs) => void setTimeout(callback, delayMs),
    // oxlint-disable-next-line no-console -- spec section 8: logged to the console only
    log: (message, error) => console.error(message, error),
    now: Date.now,
  };
}
