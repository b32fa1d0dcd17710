/** Route guard of the pages behind sign-in. */
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { logOwnFault } from "#client/data/http-error.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language } from "#shared/site/languages.ts";
import { useSession } from "./session-context.tsx";
import { loginHref, pageHref } from "#shared/site/routes.ts";
import { type AuthState, isAuthenticated } from "./session-state.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";

/**
 * Shows its children to members; after a sign-out it navigates home. Visitors go to the login page and return here afterwards.
 */
export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const { state } = useSession();
  useUserKeptCurrent();
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

/** Revalidates the user when the browser is online or the page visible again: another device may have changed the account. */
function useUserKeptCurrent(): void {
  const { session } = useSession();
  useEffect(() => {
    const listening = new AbortController();
    const load = () => {
      if (isAuthenticated(session.getState()) && document.visibilityState === "visible")
        session.loadUser().catch(logOwnFault);
    };
    window.addEventListener("online", load, listening);
    document.addEventListener("visibilitychange", load, listening);
    return () => listening.abort();
  }, [session]);
}

type GuardVerdict =
  | { readonly verdict: "wait" }
  | { readonly verdict: "enter" }
  | { readonly verdict: "leave"; readonly href: string };

/**
 * Decides who may see a page behind sign-in, and where to send others. `location` is the page requested: its path and its query
 * with the question mark, or empty. `wasOut` is true if nobody was signed in when the page was requested; a member who signs
 * out on the page gets no return address.
 */
export function guard(
  state: AuthState,
  language: Language,
  location: { readonly pathname: string; readonly search: string },
  wasOut: boolean,
): GuardVerdict {
  if (isAuthenticated(state)) return { verdict: "enter" };
  if (state.phase === "unknown") return { verdict: "wait" };
  if (state.isOnPurpose && !wasOut) return { verdict: "leave", href: pageHref(language, "home") };
  return { verdict: "leave", href: loginHref(language, location.pathname + location.search) };
}

/** Placeholder for members' content until the session is known. */
export function MemberNotLoaded() {
  const { session, state } = useSession();
  return <NotLoaded error={isAuthenticated(state) ? state.userError : null} retry={session.loadUser} />;
}
