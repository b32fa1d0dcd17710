/** The one layout of all pages: header, notice, main, footer. */
import { useId, useState } from "react";
import { ScrollRestoration, useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import type { Language } from "#shared/languages.ts";
import { pageHref, type Page } from "#shared/routes.ts";
import { isLinked } from "#shared/site-parts.ts";
import { SCROLL_KEY } from "#shared/storage-names.ts";
import { LoadingBar } from "#client/ui/loading-bar/loading-bar.tsx";
import { AccountNav } from "./account-nav.tsx";
import { AuthModal } from "./auth-modal.tsx";
import { HeaderSearch } from "./header-search.tsx";
import { InstallOffer } from "./install-offer.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { LeaveQuestion } from "./leave-question.tsx";
import { PageLink, PageNavLink } from "#client/ui/link.tsx";
import { PageOrError } from "./error-page.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { PasscodeNotice } from "./passcode-notice.tsx";
import { RouteAnnouncer } from "./route-announcer.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { Toasts } from "#client/ui/toasts/toasts.tsx";

const HEADER_PAGES = [
  { page: "signal", label: "navigation.signals" },
  { page: "traders", label: "navigation.traders" },
  { page: "instruction", label: "navigation.instruction" },
  { page: "about", label: "navigation.about" },
] as const satisfies readonly { page: Page; label: string }[];

const FOOTER_PAGES = [
  { page: "terms", label: "footer.terms" },
  { page: "privacy-policy", label: "footer.privacyPolicy" },
  { page: "cookie-policy", label: "footer.cookiePolicy" },
] as const satisfies readonly { page: Page; label: string }[];

export const MAIN_ELEMENT_ID = "main";

export function Layout() {
  const { t } = useTranslation(["common", "shell"]);
  return (
    // Direct children of the body, none of them a `div`: hydration skips elements that an extension inserts among them only if
    // the tag name differs.
    <>
      <LoadingBar label={t("shell:loading")} />
      <a className="skip-link" href={`#${MAIN_ELEMENT_ID}`}>
        {t("skipToContent")}
      </a>
      <header className="site-header">
        <HeaderLinks />
        <AccountNav />
        <HeaderSearch />
        <LanguageSwitch />
      </header>
      <RiskNotice />
      <main className="site-main" id={MAIN_ELEMENT_ID} tabIndex={-1}>
        <Toasts />
        <PageOrError />
      </main>
      <PasscodeNotice />
      <InstallOffer />
      <Footer />
      <AuthModal />
      <RouteAnnouncer />
      <LeaveQuestion />
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </>
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

function RiskNotice() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const [isWhole, setIsWhole] = useState(false);
  const textId = useId();
  const isAlwaysWhole = showsWholeNotice(pathname, language);
  return (
    <aside
      className={isWhole || isAlwaysWhole ? "risk-notice" : "risk-notice risk-notice--short"}
      aria-label={t("riskWarning.title")}
    >
      <p id={textId}>
        <strong>{t("riskWarning.title")}</strong> {t("riskWarning.text", { brand: brand.name })}
      </p>
      {isAlwaysWhole ? null : (
        <button
          className="risk-notice__more"
          type="button"
          aria-expanded={isWhole}
          aria-controls={textId}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? "riskWarning.less" : "riskWarning.more")}
        </button>
      )}
    </aside>
  );
}

/**
 * Pages on which people decide whether to follow a trader: home, sign-in and each trader's page. On all others a phone shows
 * one line of the notice.
 */
function showsWholeNotice(pathname: string, language: Language): boolean {
  return (
    pathname === pageHref(language, "home") ||
    pathname === pageHref(language, "login") ||
    pathname.startsWith(`${pageHref(language, "traders")}/`)
  );
}

function Footer() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <footer className="site-footer">
      <nav aria-label={t("footer.label")}>
        {FOOTER_PAGES.map(({ page, label }) => (
          <PageLink key={page} to={pageHref(language, page)}>
            {t(label)}
          </PageLink>
        ))}
      </nav>
      {brand.operatorName ? <p>{t("footer.operator", { operatorName: brand.operatorName })}</p> : null}
      <ThemeSwitch />
      <noscript>
        <p>{t("noscript")}</p>
      </noscript>
    </footer>
  );
}
