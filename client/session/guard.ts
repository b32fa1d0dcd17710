/** Who may see a page behind sign-in, and where the others go. Source: spec section 6, design section 5. */
import type { Language } from "#shared/languages.ts";
import { loginHref, pageHref } from "#shared/routes.ts";
import { type AuthState, isAuthenticated } from "./session-state.ts";

export type GuardVerdict =
  | { readonly verdict: "wait" }
  | { readonly verdict: "enter" }
  | { readonly verdict: "leave"; readonly href: string };

/**
 * `location` is the page asked for: its path and its query with the question mark, or empty. `wasOut` is true where nobody was
 * signed in when it was asked for: whoever signs out while on it does not want back in.
 */
export function guard(
  state: AuthState,
  language: Language,
  location: { readonly pathname: string; readonly search: string },
  wasOut: boolean,
): GuardVerdict {
  if (isAuthenticated(state)) return { verdict: "enter" };
  if (state.phase === "unknown") return { verdict: "wait" };
  if (state.isWanted && !wasOut) return { verdict: "leave", href: pageHref(language, "home") };
  return { verdict: "leave", href: loginHref(language, location.pathname + location.search) };
}
