/** The warning about past results, shown beside figures, never smaller than the text around it. */
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { pageHref } from "#shared/routes.ts";

export function PastResults() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("live");
  return (
    <p className="callout callout--caution">
      <strong>{t("pastResults.title")}</strong> {t("pastResults.text")}{" "}
      <PageLink to={`${pageHref(language, "about")}#limits`}>{t("pastResults.link")}</PageLink>
    </p>
  );
}
