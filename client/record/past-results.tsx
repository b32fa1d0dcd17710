/** The warning that stands where numbers stand, never smaller than the text around it (features, 1.6). */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { pageHref } from "#shared/routes.ts";

export function PastResults() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <p className="callout callout--caution">
      <strong>{t("record.pastResults.title")}</strong> {t("record.pastResults.text")}{" "}
      <Link to={`${pageHref(language, "about")}#limits`}>{t("record.pastResults.link")}</Link>
    </p>
  );
}
