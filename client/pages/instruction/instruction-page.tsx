/** The guide, ten minutes at most: a start for newcomers, how to read a signal and the figures, and what these do not prove. */
import "#client/pages/reading-pages.css";
import "./instruction.css";
import type { ReactNode } from "react";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { useTranslation } from "react-i18next";
import { usePageMarks } from "#client/pages/page-marks.tsx";
import { ReadingPage } from "#client/ui/reading-page/reading-page.tsx";
import { TextBlocks } from "#client/ui/reading-page/text-blocks.tsx";
import { guideValues, type GuideValues, WORKED_EXAMPLE } from "./worked-example.ts";
import { IntervalBar } from "#client/ui/interval-bar.tsx";
import type { Marks } from "#client/ui/reading-page/marked-text.tsx";
import { DataTable } from "#client/ui/data-table.tsx";
import { type Outcome, OUTCOMES } from "#shared/contracts/signals.ts";
import { SAMPLE_STARTS } from "#shared/limits/sample-sizes.ts";

const SECTIONS = [
  "start",
  "reading",
  "outcomes",
  "late",
  "statistics",
  "sample",
  "example",
  "verdict",
  "ranking",
  "limits",
  "verify",
  "times",
  "glossary",
] as const;

/** Left out where the backend has no ledger. */
const OF_LEDGER: ReadonlySet<(typeof SECTIONS)[number]> = new Set(["verify"]);

const PARTS = ["asset", "direction", "entry", "expiry", "payout", "confidence", "number"] as const;
const TERMS = ["ledger", "staff", "stake"] as const;

export function InstructionPage() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["instruction", "common"]);
  const values = guideValues(language);
  const marks = usePageMarks();
  const hasLedger = !useAbsentParts().includes("ledger");
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
        definitions={TERMS.filter((term) => hasLedger || term !== "ledger").map((term) => ({
          term: t(`terms.${term}.term`),
          text: t(`terms.${term}.text`),
        }))}
      />
    ),
  };
  return (
    <ReadingPage
      title={t("heading")}
      lead={t("lead")}
      contents={t("common:contents")}
      sections={SECTIONS.filter((id) => hasLedger || !OF_LEDGER.has(id))}
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

/** The worked example, drawn like every win rate of the site. */
function ExampleInterval({ values }: { readonly values: GuideValues }) {
  const { t } = useTranslation("instruction");
  const { count } = useFormats();
  const { rate, low, high, breakEven } = WORKED_EXAMPLE;
  return (
    <IntervalBar
      estimate={rate}
      low={low}
      high={high}
      breakEven={breakEven}
      label={t("exampleInterval", values)}
      writeScale={count}
    />
  );
}

const MEASURES = [
  "winRate",
  "breakEven",
  "expectancy",
  "profitFactor",
  "drawdown",
  "streak",
  "slices",
] as const;

/** The meaning of each statistic. */
function Measures({ values, marks }: { readonly values: GuideValues; readonly marks: Marks }) {
  const { t } = useTranslation("instruction");
  return MEASURES.map((measure) => (
    <section key={measure} id={measure} aria-labelledby={`${measure}-title`}>
      <h3 id={`${measure}-title`}>{t(`measures.${measure}.title`)}</h3>
      <TextBlocks lines={t(`measures.${measure}.body`, { returnObjects: true, ...values })} marks={marks} />
    </section>
  ));
}

/** The five outcomes and how each counts. */
function OutcomeTable() {
  const { t } = useTranslation(["instruction", "common"]);
  return (
    <DataTable<Outcome>
      caption={t("outcomeTable.caption")}
      rows={OUTCOMES}
      rowKey={(outcome) => outcome}
      empty={null}
      columns={[
        {
          key: "outcome",
          header: t("outcomeTable.outcome"),
          cell: (outcome) => t(`common:outcome.${outcome}`),
        },
        {
          key: "meaning",
          header: t("outcomeTable.meaning"),
          cell: (outcome) => t(`outcomeTable.${outcome}.meaning`),
        },
        {
          key: "counts",
          header: t("outcomeTable.counts"),
          cell: (outcome) => t(`outcomeTable.${outcome}.counts`),
        },
      ]}
    />
  );
}

/** Limits of `sampleOf` in shared/record/statistics.ts: wins and losses together. */
export const SAMPLE_ROWS = [
  { sample: "tooFew", limit: SAMPLE_STARTS.weak },
  { sample: "weak", from: SAMPLE_STARTS.weak, to: SAMPLE_STARTS.fair - 1 },
  { sample: "fair", from: SAMPLE_STARTS.fair, to: SAMPLE_STARTS.good - 1 },
  { sample: "good", from: SAMPLE_STARTS.good },
] as const;

type Row = (typeof SAMPLE_ROWS)[number];

/** The words for sample size and where each begins. */
function SampleTable() {
  const { t } = useTranslation(["instruction", "common"]);
  return (
    <DataTable<Row>
      caption={t("sampleTable.caption")}
      rows={SAMPLE_ROWS}
      rowKey={({ sample }) => sample}
      empty={null}
      columns={[
        { key: "label", header: t("sampleTable.label"), cell: ({ sample }) => t(`common:sample.${sample}`) },
        {
          key: "signals",
          header: t("sampleTable.signals"),
          cell: ({ sample, ...limits }) => t(`sampleTable.${sample}.range`, limits),
        },
        {
          key: "meaning",
          header: t("sampleTable.meaning"),
          cell: ({ sample }) => t(`sampleTable.${sample}.meaning`),
        },
      ]}
    />
  );
}

interface Definition {
  readonly term: string;
  readonly text: string;
}

function Definitions({ definitions }: { readonly definitions: readonly Definition[] }) {
  return (
    <dl>
      {definitions.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
