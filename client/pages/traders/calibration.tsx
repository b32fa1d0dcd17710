/** Compares the trader's stated probabilities with the outcomes. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import type { CalibrationBin } from "#shared/contracts/traders.ts";
import { LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";

/** Renders nothing if no signal with a stated probability has been decided. */
export function Calibration({ bins }: { readonly bins: readonly CalibrationBin[] }) {
  const { t } = useTranslation("traders");
  const columns = useColumns();
  if (bins.length === 0) return null;
  return (
    <section>
      <h2>{t("calibration.heading")}</h2>
      <p className="intro">{t("calibration.intro")}</p>
      <DataTable<CalibrationBin>
        caption={t("calibration.heading")}
        columns={columns}
        rows={bins}
        rowKey={({ from }) => String(from)}
        empty={null}
      />
    </section>
  );
}

function useColumns(): readonly Column<CalibrationBin>[] {
  const { t } = useTranslation(["traders", "common"]);
  const { percent, payout, count } = useFormats();
  return [
    {
      key: "range",
      header: t("calibration.range"),
      isNumber: true,
      cell: ({ from, to }) => t("calibration.fromTo", { from: payout(from / 100), to: payout(to / 100) }),
    },
    {
      key: "decided",
      header: t("calibration.decided"),
      isNumber: true,
      cell: ({ decided }) => count(decided),
    },
    { key: "said", header: t("calibration.said"), isNumber: true, cell: ({ said }) => percent(said) },
    { key: "rate", header: t("calibration.happened"), isNumber: true, cell: ({ rate }) => percent(rate) },
    {
      key: "interval",
      header: t("list.interval"),
      isNumber: true,
      cell: ({ interval }) => t("list.range", { low: percent(interval.low), high: percent(interval.high) }),
    },
    {
      key: "verdict",
      header: t("calibration.verdict"),
      cell: (bin) => {
        const verdict = verdictOf(bin);
        return verdict === "tooFew" ? t("common:sample.tooFew") : t(`calibration.${verdict}`);
      },
    },
  ];
}

/** Whether the stated probability lies within the interval of the observed rate; no verdict if the sample is too small. */
export function verdictOf({
  decided,
  said,
  interval,
}: Pick<CalibrationBin, "decided" | "said" | "interval">) {
  if (decided < LEAST_DECIDED) return "tooFew";
  if (said > interval.high) return "overconfident";
  return said < interval.low ? "underconfident" : "fits";
}
