/** Sign-in for a visitor; profile, admin and sign-out for a member. Until the browser knows which, the visitor's, hidden where there may be a member. */
import { useEffect, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation, useNavigate } from "react-router";
import { isAuthenticated } from "#client/session/session-state.ts";
import { setMemberMark } from "#client/session/member-mark.ts";
import { useSession } from "#client/session/session-context.tsx";
import { loginHref, pageHref, PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";
import { useRuntimeConfig } from "./runtime-config.tsx";

export function AccountNav() {
  const { language } = useRuntimeConfig();
  const { pathname, search } = useLocation();
  const { t } = useTranslation("common");
  const { state } = useSession();
  const signOut = useSignOut();
  const isMember = isAuthenticated(state);

  useLayoutEffect(() => {
    if (state.phase !== "unknown") setMemberMark(document.documentElement, isMember);
  }, [state.phase, isMember]);

  if (!isMember) {
    const login = pageHref(language, "login");
    const isHere = pathname === login;
    return (
      <div className="account-nav">
        <NavLink
          className="account-nav__sign-in button button--quiet"
          to={isHere ? login + search : loginHref(language, pathname + search)}
        >
          {t("navigation.signIn")}
        </NavLink>
      </div>
    );
  }
  return (
    <div className="account-nav">
      {state.user?.role === "staff" ? (
        <NavLink className="site-nav__link" to={pageHref(language, "admin")}>
          {t("navigation.admin")}
        </NavLink>
      ) : null}
      <NavLink className="site-nav__link" to={pageHref(language, "profile")}>
        {t("navigation.profile")}
      </NavLink>
      <button className="button button--quiet" type="button" onClick={signOut}>
        {t("navigation.signOut")}
      </button>
    </div>
  );
}

/** Leaves a page behind sign-in first, and signs out once it is gone: it would ask to sign in again. */
function useSignOut(): () => void {
  const { language } = useRuntimeConfig();
  const { pathname } = useLocation();
  const { session } = useSession();
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  const isGuarded = [...PAGES_BEHIND_SIGN_IN].some((page) => pathname.startsWith(pageHref(language, page)));

  useEffect(() => {
    if (!isLeaving.current || isGuarded) return;
    isLeaving.current = false;
    session.signOut();
  }, [isGuarded, session]);

  return () => {
    isLeaving.current = isGuarded;
    if (isGuarded) void navigate(pageHref(language, "home"));
    else session.signOut();
  };
}
