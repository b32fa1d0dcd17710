/** The risk notice of every page. A phone shows one line of it and "more", save where people decide whom to follow. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import type { Language } from "#shared/languages.ts";
import { pageHref } from "#shared/routes.ts";

export function RiskNotice() {
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

/** Pages on which people decide whether to follow a trader. */
function showsWholeNotice(pathname: string, language: Language): boolean {
  return (
    pathname === pageHref(language, "home") ||
    pathname === pageHref(language, "login") ||
    pathname.startsWith(`${pageHref(language, "traders")}/`)
  );
}
