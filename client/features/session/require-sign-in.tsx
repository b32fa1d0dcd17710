/** Route guard of profile and admin. */
import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "#shared/languages.ts";
import { useSession } from "./session-context.tsx";
import { loginHref, pageHref } from "#shared/routes.ts";
import { type AuthState, isAuthenticated } from "./session-state.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";

/** Shows its children to members, until they sign out: then home. Sends visitors to the login page and back here afterwards. */
export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const { state } = useSession();
  const [wasOut] = useState(state.phase === "signed-out");
  const location = useLocation();
  const { t, i18n } = useTranslation("session");
  const language = isLanguage(i18n.language) ? i18n.language : DEFAULT_LANGUAGE;
  const decision = guard(state, language, location, wasOut);
  if (decision.verdict === "enter") return children;
  if (decision.verdict === "leave") return <Navigate replace to={decision.href} />;
  return (
    <div aria-busy="true">
      <noscript>
        <p className="callout">{t("form.noscript")}</p>
      </noscript>
      <output className="visually-hidden">{t("guard.checking")}</output>
      <div className="needs-script skeleton" aria-hidden="true" />
      <div className="needs-script skeleton" aria-hidden="true" />
      <div className="needs-script skeleton" aria-hidden="true" />
    </div>
  );
}

type GuardVerdict =
  | { readonly verdict: "wait" }
  | { readonly verdict: "enter" }
  | { readonly verdict: "leave"; readonly href: string };

/**
 * Who may see a page behind sign-in, and where the others go.
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

/** Stands in the place of what only a member sees, until the browser knows who that is. */
export function MemberNotLoaded() {
  const { session, state } = useSession();
  return <NotLoaded error={isAuthenticated(state) ? state.userError : null} retry={session.loadUser} />;
}
