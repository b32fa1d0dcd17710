/** The five outcomes and how each counts. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { DataTable } from "#client/ui/data-table.tsx";
import { OUTCOMES, type Outcome } from "#shared/contracts/signals.ts";

export function OutcomeTable() {
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
