/** Who may see a page behind sign-in, and where the others go. Source: spec section 6, design section 5. */
import type { Language } from "#shared/languages.ts";
import { loginHref } from "#shared/routes.ts";
import { type AuthState, isAuthenticated } from "./session-state.ts";

export type GuardVerdict =
  | { readonly verdict: "wait" }
  | { readonly verdict: "enter" }
  | { readonly verdict: "signIn"; readonly href: string };

/** `location` is the page asked for: its path and its query with the question mark, or empty. */
export function guard(
  state: AuthState,
  language: Language,
  location: { readonly pathname: string; readonly search: string },
): GuardVerdict {
  if (isAuthenticated(state)) return { verdict: "enter" };
  if (state.phase === "unknown") return { verdict: "wait" };
  return { verdict: "signIn", href: loginHref(language, location.pathname + location.search) };
}
