/** Links to the guide's section on what figures do not prove. Stands beside the headline figure, once a page. */
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { pageHref } from "#shared/site/routes.ts";

export function PastResults() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("live");
  return (
    <p className="past-results">
      <PageLink to={`${pageHref(language, "instruction")}#limits`}>{t("pastResults")}</PageLink>
    </p>
  );
}
