/** Privacy policy: what is processed, why, and for how long (GDPR, articles 13 and 21). */
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useTranslation } from "react-i18next";
import { formatRevisionDate } from "#client/ui/reading-page/format-revision-date.ts";
import { useOperatorValues, usePageMarks } from "#client/pages/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { hasRecord } from "#shared/site-parts.ts";

/** Set anew whenever the meaning of the text changes. */
const REVISED_ON = "2026-11-27";

const SECTIONS = [
  "controller",
  "visiting",
  "account",
  "security",
  "ledger",
  "device",
  "recipients",
  "retention",
  "rights",
  "changes",
] as const;

export function PrivacyPolicyPage() {
  const { language, turnstileSiteKey } = useRuntimeConfig();
  const { t } = useTranslation(["privacy-policy", "common"]);
  const values = useOperatorValues();
  const marks = usePageMarks();
  const isOfRecord = hasRecord(useAbsentParts());
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead", values)}
      contents={t("common:contents")}
      sections={SECTIONS.filter((id) => isOfRecord || id !== "ledger")}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      renderContent={(id) => (
        <>
          <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
          {id === "security" && turnstileSiteKey !== undefined ? (
            <TextBlocks lines={t("sections.security.turnstile", { returnObjects: true })} marks={marks} />
          ) : null}
        </>
      )}
    >
      <p>{t("common:revised", { date: formatRevisionDate(REVISED_ON, language) })}</p>
    </ReadingPage>
  );
}
