/** The header of every page: brand, navigation, account, search, languages. It works without script. */
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { PageLink, PageNavLink } from "#client/ui/link.tsx";
import { type Page, pageHref } from "#shared/routes.ts";
import { isLinked } from "#shared/site-parts.ts";
import { AccountNav } from "./account-nav.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { LanguageSwitch } from "./language-switch.tsx";

const HEADER_PAGES = [
  { page: "signal", label: "navigation.signals" },
  { page: "traders", label: "navigation.traders" },
  { page: "instruction", label: "navigation.instruction" },
  { page: "about", label: "navigation.about" },
] as const satisfies readonly { page: Page; label: string }[];

export function Header() {
  return (
    <header className="site-header">
      <HeaderLinks />
      <AccountNav />
      <HeaderSearch />
      <LanguageSwitch />
    </header>
  );
}

function HeaderLinks() {
  const { brand, language, environmentMark } = useRuntimeConfig();
  const absent = useAbsentParts();
  const { t } = useTranslation("common");
  return (
    <>
      <PageLink className="site-header__brand" to={pageHref(language, "home")}>
        {brand.name}
      </PageLink>
      <nav className="site-nav" aria-label={t("navigation.label")}>
        {environmentMark ? <strong className="site-nav__link badge">{environmentMark}</strong> : null}
        {HEADER_PAGES.filter(({ page }) => isLinked(page, absent)).map(({ page, label }) => (
          <PageNavLink key={page} className="site-nav__link" to={pageHref(language, page)}>
            {t(label)}
          </PageNavLink>
        ))}
      </nav>
    </>
  );
}
