/** About: the method, what the numbers do not prove, and who runs the site. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { operatorValues } from "#client/ui/reading-page/operator-values.ts";
import { pageMarks } from "#client/ui/reading-page/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { LedgerHead } from "./ledger-head.tsx";

const SECTIONS = ["method", "order", "ledger", "limits", "refusals", "notice", "operator"] as const;

export function AboutPage() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation(["about", "common"]);
  const values = operatorValues(brand, t("common:operator.missing"));
  const marks = pageMarks(language);
  return (
    <PageData>
      <ReadingPage
        title={t("heading", values)}
        lead={t("lead", values)}
        contents={t("common:contents")}
        sections={SECTIONS}
        sectionTitle={(id) => t(`sections.${id}.title`, values)}
        renderContent={(id) => (
          <>
            <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
            {id === "ledger" ? <LedgerHead /> : null}
          </>
        )}
        caution="notice"
        changing="ledger"
      />
    </PageData>
  );
}
