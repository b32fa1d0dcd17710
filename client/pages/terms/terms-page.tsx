/** Terms of use. */
import "#client/pages/reading-pages.css";
import { useTranslation } from "react-i18next";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import { hasRecord } from "#shared/site/site-parts.ts";
import { LegalPage } from "#client/pages/legal-page.tsx";
import { useOperatorValues } from "#client/pages/page-marks.tsx";

const SECTIONS = [
  "service",
  "advice",
  "broker",
  "notice",
  "accounts",
  "publishing",
  "use",
  "availability",
  "liability",
  "data",
  "law",
  "changes",
  "contact",
] as const;

export function TermsPage() {
  const { t } = useTranslation(["terms", "common"]);
  const values = useOperatorValues();
  const isOfRecord = hasRecord(useAbsentParts());
  return (
    <LegalPage
      title={t("heading")}
      lead={t("lead", values)}
      contents={t("common:contents")}
      sections={SECTIONS.filter((id) => isOfRecord || id !== "publishing")}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      body={(id) => t(`sections.${id}.body`, { returnObjects: true, ...values })}
      caution="notice"
      revisedOn="2026-11-21"
    />
  );
}
