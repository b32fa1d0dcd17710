/** Result and drawdown over time: two pictures, each with its numbers as a table. */
import { useMemo } from "react";
import { asPart } from "#client/app/part.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import type { EquityPoint, TraderDetail } from "#shared/contracts/traders.ts";
import { drawEquity } from "./draw-equity.ts";
import { EquityChart } from "./equity-chart.tsx";
import { PointTable } from "./point-table.tsx";

export const EquitySection = asPart(Section);

function Section({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  const { count, signed, decimal, tick, locale } = useFormats();
  const drawing = useMemo(() => drawEquity(trader.equity), [trader.equity]);
  if (drawing === null) return <p className="empty">{t("equity.none")}</p>;
  const day = new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    timeZone: "UTC",
  });
  const curves = [
    { look: "equity", valueOf: ({ equity }: EquityPoint) => signed(equity) },
    { look: "drawdown", valueOf: ({ drawdown }: EquityPoint) => decimal(drawdown) },
  ] as const;
  return curves.map(({ look, valueOf }) => {
    const chart = drawing[look];
    const value = look === "equity" ? signed(chart.mark.value) : decimal(-chart.mark.value);
    const caption = t(`${look}.caption`);
    return (
      <figure key={look} className="figure">
        <figcaption>{caption}</figcaption>
        <EquityChart
          chart={chart}
          ticks={drawing.ticks}
          look={look}
          label={t(`${look}.label`, { settled: count(drawing.settled), value })}
          formatValue={tick}
          formatCount={count}
        />
        <PointTable
          summary={t("equity.asTable")}
          caption={caption}
          headers={[t("equity.settled"), t("equity.day"), t(`${look}.value`)]}
          rows={trader.equity.map((point) => [
            count(point.settled),
            day.format(Date.parse(point.at)),
            valueOf(point),
          ])}
        />
      </figure>
    );
  });
}
