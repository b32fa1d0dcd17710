/** A trader's result over time, and below it the drawdown from its peak. */
import { memo, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { LineChart } from "#client/ui/charts/line-chart.tsx";
import { type Panel, type Span, valueAt } from "#client/ui/charts/series.ts";
import { asPart } from "#client/ui/part.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { DAY_MS, HOUR_MS } from "#shared/time/time-units.ts";

export const EquityCurve = asPart(memo(Section));

const HEIGHTS = { equity: 200, drawdown: 64 } as const;

function Section({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  const { direction } = LANGUAGE_FACTS[useRuntimeConfig().language];
  const { count, signed, decimal, tick, locale } = useFormats();
  const [days, setDays] = useState<number | null>(null);
  const record = useMemo(() => recordOf(trader), [trader]);
  const whole = useMemo(() => record && lastDays(record.span, days), [record, days]);
  const panels = useMemo(
    (): readonly Panel[] =>
      record === null
        ? []
        : [
            {
              series: [{ name: t("equity.net"), points: record.equity, look: "first", hasArea: true }],
              height: HEIGHTS.equity,
              format: signed,
            },
            {
              series: [{ name: t("equity.drawdown"), points: record.drawdown, look: "loss", hasArea: true }],
              height: HEIGHTS.drawdown,
              format: (value) => decimal(-value),
            },
          ],
    [record, t, signed, decimal],
  );
  const note = useMemo(
    () => ({
      name: t("equity.settled"),
      of: (atMs: number) => count(valueAt(record?.settled ?? [], atMs) ?? 0),
    }),
    [record, t, count],
  );
  if (record === null || whole === null) return <p className="empty">{t("equity.none")}</p>;
  const last = trader.equity.at(-1);
  return (
    <div className="equity">
      <h2 className="visually-hidden">{t("equity.name")}</h2>
      <LineChart
        key={days}
        name={t("equity.name")}
        label={t("equity.label", {
          settled: count(last?.settled ?? 0),
          value: signed(last?.equity ?? 0),
          deepest: decimal(Math.max(...trader.equity.map(({ drawdown }) => drawdown))),
        })}
        panels={panels}
        whole={whole}
        note={note}
        writeTick={tick}
        locale={locale}
        direction={direction}
      >
        <Ranges span={record.span} days={days} choose={setDays} />
      </LineChart>
      <p className="intro intro--small">{t("detail.resultsNote")}</p>
    </div>
  );
}

/** From the day the trader joined, with nothing won or lost, to the last settlement; null if nothing has been settled. */
export function recordOf({ joined_at, equity }: Pick<TraderDetail, "joined_at" | "equity">) {
  const points = equity.map(({ at, ...point }) => ({ ...point, atMs: Date.parse(at) }));
  const toMs = points.at(-1)?.atMs;
  if (toMs === undefined) return null;
  const fromMs = Math.min(Date.parse(joined_at), toMs - HOUR_MS);
  const from0 = { atMs: fromMs, value: 0 };
  return {
    span: { fromMs, toMs },
    equity: [from0, ...points.map(({ atMs, equity: value }) => ({ atMs, value }))],
    drawdown: [from0, ...points.map(({ atMs, drawdown }) => ({ atMs, value: -drawdown }))],
    settled: [from0, ...points.map(({ atMs, settled: value }) => ({ atMs, value }))],
  };
}

function lastDays({ fromMs, toMs }: Span, days: number | null): Span {
  return { fromMs: days === null ? fromMs : Math.max(fromMs, toMs - days * DAY_MS), toMs };
}

/** Days up to the last settlement. */
const RANGES = [365, 90, 30] as const;

interface RangesProps {
  readonly span: Span;
  readonly days: number | null;
  readonly choose: (days: number | null) => void;
}

/** Offers only ranges shorter than the record; renders nothing if there are none. */
function Ranges({ span, days, choose }: RangesProps) {
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const name = useId();
  const offered = RANGES.filter((range) => range * DAY_MS < span.toMs - span.fromMs);
  if (offered.length === 0) return null;
  return (
    <fieldset className="chart__ranges">
      <legend className="visually-hidden">{t("equity.range")}</legend>
      {[null, ...offered].map((range) => (
        <label key={range} className="chart__range">
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
