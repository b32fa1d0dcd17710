/** Terms of use. */
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { formatRevisionDate } from "#client/ui/reading-page/format-revision-date.ts";
import { useOperatorValues, usePageMarks } from "#client/pages/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";

/** Set anew whenever the meaning of the text changes. */
const REVISED_ON = "2026-11-21";

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
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["terms", "common"]);
  const values = useOperatorValues();
  const marks = usePageMarks();
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead", values)}
      contents={t("common:contents")}
      sections={SECTIONS}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      renderContent={(id) => (
        <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
      )}
      caution="notice"
    >
      <p>{t("common:revised", { date: formatRevisionDate(REVISED_ON, language) })}</p>
    </ReadingPage>
  );
}
