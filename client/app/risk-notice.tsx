/** The risk notice of every page: one line, and the rest of its text after a press on "More". Shown in full where visitors sign up. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { pageHref } from "#shared/site/routes.ts";

export function RiskNotice() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const isAlwaysWhole = useLocation().pathname === pageHref(language, "login");
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  return (
    <aside
      className={isOpen || isAlwaysWhole ? "risk-notice" : "risk-notice risk-notice--short"}
      aria-label={t("riskWarning.title")}
    >
      <p id={textId}>
        <Icon name="alert-triangle" /> {t("riskWarning.short")}{" "}
        <span className="risk-notice__rest">{t("riskWarning.rest", { brand: brand.name })}</span>
      </p>
      {isAlwaysWhole ? null : (
        <button
          className="risk-notice__more"
          type="button"
          aria-expanded={isOpen}
          aria-controls={textId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? "riskWarning.less" : "riskWarning.more")}
        </button>
      )}
    </aside>
  );
}
