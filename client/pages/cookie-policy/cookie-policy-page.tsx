/** Cookie policy: its table is made from the list of everything the product stores. */
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { formatRevisionDate } from "#client/ui/reading-page/format-revision-date.ts";
import { pageMarks, useOperatorValues } from "#client/app/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { StorageTable } from "./storage-table.tsx";

/** Set anew whenever the meaning of the text changes. */
const REVISED_ON = "2026-11-21";

const SECTIONS = ["scope", "table", "consent", "control", "contact"] as const;

export function CookiePolicyPage() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["cookie-policy", "common"]);
  const values = useOperatorValues();
  const marks = pageMarks(language);
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead")}
      sections={SECTIONS}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      renderContent={(id) => (
        <>
          <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
          {id === "table" ? <StorageTable /> : null}
        </>
      )}
    >
      <p>{t("common:revised", { date: formatRevisionDate(REVISED_ON, language) })}</p>
    </ReadingPage>
  );
}
