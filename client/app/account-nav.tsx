/**
 * Account links of the header: sign-in for a visitor; profile, admin and sign-out for a member, behind a button with the name.
 * Until the browser knows who is signed in, it renders the sign-in link, hidden where a member may be signed in.
 */
import { useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { mayLeave } from "#client/features/form/question-before-leaving.ts";
import { useTranslation } from "react-i18next";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { memberName, setMemberMark } from "#client/features/session/member-mark.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { readStored } from "#client/data/storage.ts";
import { MEMBER_NAME_KEY } from "#shared/site/storage-names.ts";
import { loginHref, pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { Icon } from "#client/ui/icon.tsx";
import { PageNavLink } from "#client/ui/link.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";

const MENU_ID = "account";

export function AccountNav() {
  const { language } = useRuntimeConfig();
  const { pathname, search } = useLocation();
  const { t } = useTranslation("common");
  const { state } = useSession();
  const isMember = isAuthenticated(state);
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (state.phase !== "unknown") setMemberMark(document.documentElement, isMember);
  }, [state.phase, isMember]);

  if (!isMember) {
    const login = pageHref(language, "login");
    return (
      <div className="account-nav">
        <PageNavLink
          className="account-nav__sign-in site-nav__link"
          to={pathname === login ? login + search : loginHref(language, pathname + search)}
        >
          {t("navigation.signIn")}
        </PageNavLink>
      </div>
    );
  }
  return (
    <div className="account-nav">
      <button className="header-button" type="button" popoverTarget={MENU_ID}>
        <AccountName />
        <Icon name="chevron-down" />
      </button>
      <div id={MENU_ID} className="header-menu" popover="auto" ref={menu}>
        <AccountLinks onChosen={() => menu.current?.hidePopover()} />
      </div>
    </div>
  );
}

/** The member's name, or their id if they have none. Until the session has the user, the last known name. */
function AccountName() {
  const { t } = useTranslation("common");
  const { user } = useSession().state;
  const name = user ? memberName(user) : readStored(() => window.localStorage, MEMBER_NAME_KEY);
  if (name === null) return t("navigation.account");
  return (
    <>
      <span className="visually-hidden">{t("navigation.account")}:</span>
      <bdi className="account-nav__name">{name}</bdi>
    </>
  );
}

function AccountLinks({ onChosen }: { readonly onChosen: () => void }) {
  const { language } = useRuntimeConfig();
  const absent = useAbsentParts();
  const { t } = useTranslation(["common", "shell"]);
  const { session, state } = useSession();
  return (
    <>
      {/* Whole, where the button cuts it off. */}
      {state.user ? <bdi className="account-nav__whole-name">{memberName(state.user)}</bdi> : null}
      {state.user?.role === "staff" && isLinked("admin", absent) ? (
        <PageNavLink className="site-nav__link" to={pageHref(language, "admin")} onClick={onChosen}>
          {t("navigation.admin")}
        </PageNavLink>
      ) : null}
      <PageNavLink className="site-nav__link" to={pageHref(language, "profile")} onClick={onChosen}>
        {t("navigation.profile")}
      </PageNavLink>
      <button
        className="site-nav__link"
        type="button"
        onClick={() => {
          onChosen();
          if (mayLeave(() => window.confirm(t("shell:signingOut")))) session.signOut();
        }}
      >
        {t("navigation.signOut")}
      </button>
    </>
  );
}
