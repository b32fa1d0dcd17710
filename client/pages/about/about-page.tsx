/** About: the method, what the numbers do not prove, and who runs the site. */
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { pageMarks, useOperatorValues } from "#client/app/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { LedgerHead } from "./ledger-head.tsx";

const SECTIONS = ["method", "order", "ledger", "limits", "refusals", "notice", "operator"] as const;

type SectionId = (typeof SECTIONS)[number];

export function AboutPage() {
  const { t } = useTranslation(["about", "common"]);
  const values = useOperatorValues();
  return (
    <ReadingPage
      title={t("heading", values)}
      lead={t("lead", values)}
      contents={t("common:contents")}
      sections={SECTIONS}
      sectionTitle={(id) => t(`sections.${id}.title`, values)}
      renderContent={(id) => (
        <>
          <SectionText id={id} />
          {id === "ledger" ? (
            <PageData>
              <LedgerHead />
            </PageData>
          ) : null}
        </>
      )}
      caution="notice"
    />
  );
}

function SectionText({ id }: { readonly id: SectionId }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("about");
  const values = useOperatorValues();
  return (
    <TextBlocks
      lines={t(`sections.${id}.body`, { returnObjects: true, ...values })}
      marks={pageMarks(language)}
    />
  );
}
