/** How to read a signal and the numbers, what they can bear, and how to check the ledger oneself. */
import type { ReactNode } from "react";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { Definitions } from "#client/ui/reading-page/definitions.tsx";
import { pageMarks } from "#client/app/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { ExampleInterval } from "./example-interval.tsx";
import { Measures } from "./measures.tsx";
import { OutcomeTable } from "./outcome-table.tsx";
import { SampleTable } from "./sample-table.tsx";
import { guideValues } from "./worked-example.ts";

const SECTIONS = [
  "reading",
  "outcomes",
  "late",
  "statistics",
  "sample",
  "example",
  "ranking",
  "verify",
  "times",
  "glossary",
] as const;

const PARTS = ["asset", "direction", "entry", "expiry", "payout", "number"] as const;
const TERMS = ["ledger", "hash", "head", "trader", "member", "staff", "interval", "stake"] as const;

export function InstructionPage() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["instruction", "common"]);
  const values = guideValues(language);
  const marks = pageMarks(language);
  const figures: Partial<Record<(typeof SECTIONS)[number], ReactNode>> = {
    reading: (
      <Definitions
        definitions={PARTS.map((part) => ({
          term: t(`parts.${part}.term`),
          text: t(`parts.${part}.text`, values),
        }))}
      />
    ),
    outcomes: <OutcomeTable />,
    statistics: <Measures values={values} marks={marks} />,
    sample: <SampleTable />,
    example: <ExampleInterval values={values} />,
    glossary: (
      <Definitions
        definitions={TERMS.map((term) => ({ term: t(`terms.${term}.term`), text: t(`terms.${term}.text`) }))}
      />
    ),
  };
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead")}
      contents={t("common:contents")}
      sections={SECTIONS}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      renderContent={(id) => (
        <>
          <TextBlocks lines={t(`sections.${id}.body`, { returnObjects: true, ...values })} marks={marks} />
          {figures[id]}
        </>
      )}
    />
  );
}
