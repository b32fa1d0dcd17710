/** Result and drawdown over time: two pictures, each with its numbers as a table. */
import { useId, useMemo } from "react";
import { asPart } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import type { EquityPoint, TraderDetail } from "#shared/contracts/traders.ts";
import { drawEquity } from "./draw-equity.ts";
import { EquityChart } from "./equity-chart.tsx";

export const EquitySection = asPart(Section);

function Section({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  const { direction } = LANGUAGE_FACTS[useRuntimeConfig().language];
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
          direction={direction}
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

interface PointTableProps {
  /** Opens it. */
  readonly summary: string;
  readonly caption: string;
  readonly headers: readonly string[];
  /** The first cell names its row and is unlike all others. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** The numbers behind a chart. Bare, because there may be hundreds of rows. */
function PointTable({ summary, caption, headers, rows }: PointTableProps) {
  const captionId = useId();
  return (
    <details className="point-table">
      <summary>{summary}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="table-scroll" aria-labelledby={captionId} tabIndex={0}>
        <table className="table">
          <caption id={captionId} className="visually-hidden">
            {caption}
          </caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its column's, and columns stay
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
