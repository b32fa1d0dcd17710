/** Result and drawdown over time: two charts, each with its numbers as a table. */
import { useId, useMemo, useState } from "react";
import { asPart } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { LANGUAGE_FACTS } from "#shared/languages.ts";
import type { EquityPoint, TraderDetail } from "#shared/contracts/traders.ts";
import { drawEquity, spanOf } from "./draw-equity.ts";
import { EquityChart } from "./equity-chart.tsx";
import { DAY_MS } from "#shared/time-units.ts";

export const EquitySection = asPart(Section);

function Section({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  const { direction } = LANGUAGE_FACTS[useRuntimeConfig().language];
  const { count, signed, decimal, tick, locale } = useFormats();
  const [days, setDays] = useState<number | null>(null);
  const joinedMs = Date.parse(trader.joined_at);
  const drawing = useMemo(
    () => drawEquity(trader.equity, { joinedMs, days }),
    [trader.equity, joinedMs, days],
  );
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
  const charts = curves.map(({ look, valueOf }) => {
    const chart = drawing[look];
    const value = look === "equity" ? signed(chart.mark.value) : decimal(-chart.mark.value);
    const caption = t(`${look}.caption`);
    return (
      <figure key={look} className="figure">
        <figcaption>{caption}</figcaption>
        <EquityChart
          // Resets the selected point when the range changes.
          key={days}
          chart={chart}
          ticks={drawing.ticks}
          look={look}
          direction={direction}
          label={t(`${look}.label`, { settled: count(drawing.settled), value })}
          readLabel={t("equity.point", { curve: caption })}
          read={({ atMs, value, settled }) =>
            t("equity.reading", {
              day: day.format(atMs),
              value: look === "equity" ? signed(value) : decimal(-value),
              settled: count(settled),
            })
          }
          formatValue={tick}
          formatDay={(epochMs) => day.format(epochMs)}
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
  return (
    <>
      <Ranges trader={trader} days={days} choose={setDays} />
      {charts}
    </>
  );
}

/** Days up to the last settlement. */
const RANGES = [365, 90, 30] as const;

interface RangesProps {
  readonly trader: TraderDetail;
  readonly days: number | null;
  readonly choose: (days: number | null) => void;
}

/** Offers only ranges shorter than the record; renders nothing if there are none. */
function Ranges({ trader, days, choose }: RangesProps) {
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const name = useId();
  const span = spanOf(trader.equity, { joinedMs: Date.parse(trader.joined_at), days: null });
  const offered = RANGES.filter((range) => span !== null && range * DAY_MS < span.toMs - span.fromMs);
  if (offered.length === 0) return null;
  return (
    <fieldset className="chart__ranges">
      <legend className="visually-hidden">{t("equity.range")}</legend>
      {[null, ...offered].map((range) => (
        <label key={range} className="check">
          <input type="radio" name={name} checked={range === days} onChange={() => choose(range)} />
          {range === null
            ? t("equity.all")
            : range === 365
              ? t("equity.year")
              : t("equity.days", { days: count(range) })}
        </label>
      ))}
    </fieldset>
  );
}

interface PointTableProps {
  /** Text of the <summary> that opens the table. */
  readonly summary: string;
  readonly caption: string;
  readonly headers: readonly string[];
  /** The first cell is the row header and must be unique. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

/** The numbers behind a chart. Plain cells, because there may be hundreds of rows. */
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
