/** The footer of every page: about, policies, operator, colour theme. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { type Page, pageHref } from "#shared/site/routes.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

const FOOTER_PAGES = [
  { page: "about", label: "navigation.about" },
  { page: "terms", label: "footer.terms" },
  { page: "privacy-policy", label: "footer.privacyPolicy" },
  { page: "cookie-policy", label: "footer.cookiePolicy" },
] as const satisfies readonly { page: Page; label: string }[];

export function Footer() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const siteText = useSiteText();
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
        <p>{siteText(t("noscript"))}</p>
      </noscript>
    </footer>
  );
}
