/** The header of every page: brand, navigation, languages, search, account. It works without script. */
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { PageLink, PageNavLink } from "#client/ui/link.tsx";
import { type Page, pageHref, PAGES_BEHIND_SIGN_IN } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { AccountNav } from "./account-nav.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { LanguageSwitch } from "./language-switch.tsx";

const HEADER_PAGES = [
  { page: "watch", label: "navigation.watch" },
  { page: "signal", label: "navigation.signals" },
  { page: "traders", label: "navigation.traders" },
  { page: "instruction", label: "navigation.instruction" },
] as const satisfies readonly { page: Page; label: string }[];

const MENU_ID = "menu";

export function Header() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const menu = useRef<HTMLDivElement>(null);
  return (
    <header className="site-header">
      <PageLink className="site-header__brand" to={pageHref(language, "home")}>
        <span className="site-header__name">{brand.name}</span>
      </PageLink>
      {/* On a wide screen its contents stand in the header (styles/header.css). */}
      <div id={MENU_ID} ref={menu} className="site-menu header-menu" popover="auto">
        <Navigation onChosen={() => menu.current?.hidePopover()} />
        <LanguageSwitch />
      </div>
      <HeaderSearch />
      <AccountNav />
      <button className="site-menu__open header-button" type="button" popoverTarget={MENU_ID}>
        <Icon name="menu" />
        <span className="visually-hidden">{t("navigation.menu")}</span>
      </button>
    </header>
  );
}

function Navigation({ onChosen }: { readonly onChosen: () => void }) {
  const { language, environmentMark } = useRuntimeConfig();
  const absent = useAbsentParts();
  const { t } = useTranslation("common");
  return (
    <nav className="site-nav" aria-label={t("navigation.label")}>
      {environmentMark ? <strong className="site-nav__link badge">{environmentMark}</strong> : null}
      {HEADER_PAGES.filter(({ page }) => isLinked(page, absent)).map(({ page, label }) => (
        <PageNavLink
          key={page}
          className={`site-nav__link${PAGES_BEHIND_SIGN_IN.has(page) ? " site-nav__link--member" : ""}`}
          to={pageHref(language, page)}
          onClick={onChosen}
        >
          {t(label)}
        </PageNavLink>
      ))}
    </nav>
  );
}
