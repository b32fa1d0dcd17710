/** The words for sample size and where each begins. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { DataTable } from "#client/ui/data-table.tsx";

/** Limits of `sampleOf` in shared/statistics.ts: wins and losses together. */
export const SAMPLE_ROWS = [
  { sample: "tooFew", limit: 30 },
  { sample: "weak", from: 30, to: 99 },
  { sample: "fair", from: 100, to: 499 },
  { sample: "good", from: 500 },
] as const;

type Row = (typeof SAMPLE_ROWS)[number];

export function SampleTable() {
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
