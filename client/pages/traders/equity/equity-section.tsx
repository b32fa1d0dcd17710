/** Result and drawdown over time: two pictures, each with its numbers as a table. */
import { useTranslation } from "react-i18next";
import { asPart } from "#client/app/part.tsx";
import { traderKey } from "#client/data/keys.ts";
import { useDrawing } from "#client/data/page-data.tsx";
import { useFormats } from "#client/record/formats.ts";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { EquityDrawing } from "./drawing.ts";
import { EquityChart } from "./equity-chart.tsx";
import { PointTable } from "./point-table.tsx";

export const EquitySection = asPart(Section);

function Section({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  const { count, signed, decimal, tick, locale } = useFormats();
  const drawing = useDrawing(traderKey(trader.handle), EquityDrawing);
  if (trader.equity.length === 0) return <p className="empty">{t("equity.none")}</p>;
  const day = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  const rows = (value: (point: TraderDetail["equity"][number]) => string) =>
    trader.equity.map((point): [string, ...string[]] => [
      count(point.settled),
      day.format(Date.parse(point.at)),
      value(point),
    ]);
  const shared = { formatValue: tick, formatCount: count, ticks: drawing?.ticks ?? [] };
  const headers = [t("equity.settled"), t("equity.day")];
  return (
    <>
      <figure className="figure">
        <figcaption>{t("equity.caption")}</figcaption>
        {drawing === null ? null : (
          <EquityChart
            {...shared}
            chart={drawing.equity}
            look="equity"
            label={t("equity.label", {
              settled: count(drawing.settled),
              value: signed(drawing.equity.mark.value),
            })}
          />
        )}
        <PointTable
          summary={t("equity.asTable")}
          caption={t("equity.caption")}
          headers={[...headers, t("equity.value")]}
          rows={rows(({ equity }) => signed(equity))}
        />
      </figure>
      <figure className="figure">
        <figcaption>{t("drawdown.caption")}</figcaption>
        {drawing === null ? null : (
          <EquityChart
            {...shared}
            chart={drawing.drawdown}
            look="drawdown"
            label={t("drawdown.label", {
              settled: count(drawing.settled),
              value: decimal(-drawing.drawdown.mark.value),
            })}
          />
        )}
        <PointTable
          summary={t("equity.asTable")}
          caption={t("drawdown.caption")}
          headers={[...headers, t("drawdown.value")]}
          rows={rows(({ drawdown }) => decimal(drawdown))}
        />
      </figure>
    </>
  );
}
