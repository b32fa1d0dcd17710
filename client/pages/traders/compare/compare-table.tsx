/**
 * All figures in one table with a column for each trader. The better value is marked in rows with a 95 % interval (win rate,
 * result per signal), and only if its interval lies above all others; otherwise the row says that there is no clear difference.
 * Net result, drawdown and counts have no interval, and grow with the number of signals: nothing is marked.
 */
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { SAMPLE_TEXTS, type Formats, rateTexts, useFormats } from "#client/features/figures/formats.ts";
import { expectancyInterval } from "#client/features/figures/statistics.tsx";
import { VerdictChip, WinRateBar } from "#client/features/figures/win-rate.tsx";
import { Icon } from "#client/ui/icon.tsx";
import type { Axis } from "#client/ui/interval-bar.tsx";
import { PageLink } from "#client/ui/link.tsx";
import type { Statistics, TraderDetail } from "#shared/contracts/traders.ts";
import { detailHref, pageHref } from "#shared/site/routes.ts";
import { voidCount } from "#shared/record/tally.ts";
import { AxisEnds, axisOf } from "../trader-table.tsx";
import { compareHref } from "./compared-handles.ts";

interface CompareTableProps {
  readonly traders: readonly TraderDetail[];
}

interface Interval {
  readonly low: number;
  readonly high: number;
}

interface Row {
  readonly name: string;
  readonly value: (trader: TraderDetail) => ReactNode;
  /** Shown below the value. */
  readonly more?: (trader: TraderDetail) => ReactNode;
  /** The interval by which the row is compared; without one, nothing is marked. */
  readonly interval?: (statistics: Statistics) => Interval | null;
}

export function CompareTable({ traders }: CompareTableProps) {
  const { t } = useTranslation("traders");
  return (
    <>
      <FigureTable caption={t("compare.heading")} traders={traders} rows={useFigures(axisOf(traders))} />
      <details>
        <summary>{t("compare.counts")}</summary>
        <FigureTable caption={t("compare.counts")} traders={traders} rows={useCounts()} />
      </details>
    </>
  );
}

interface FigureTableProps extends CompareTableProps {
  readonly caption: string;
  readonly rows: readonly Row[];
}

function FigureTable({ caption, traders, rows }: FigureTableProps) {
  const { t } = useTranslation("traders");
  const captionId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="table-scroll" aria-labelledby={captionId} tabIndex={0}>
      <table className="table compare-table">
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t("compare.figure")}</span>
            </th>
            {traders.map((trader) => (
              <TraderHeader key={trader.handle} trader={trader} traders={traders} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FigureRow key={row.name} row={row} traders={traders} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The trader's name, and a link to the comparison without this one. */
function TraderHeader({ trader, traders }: CompareTableProps & { readonly trader: TraderDetail }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const others = traders.filter((other) => other !== trader).map(({ handle }) => handle);
  return (
    <th scope="col">
      <span className="compare-table__trader">
        <PageLink to={detailHref(language, "traders", trader.handle)}>
          <bdi>{trader.name}</bdi>
        </PageLink>
        <PageLink
          className="compare-table__remove"
          to={others.length === 0 ? pageHref(language, "traders") : compareHref(language, others)}
          aria-label={t("compare.remove", { trader: trader.name })}
        >
          <Icon name="x" />
        </PageLink>
      </span>
    </th>
  );
}

function FigureRow({ row, traders }: CompareTableProps & { readonly row: Row }) {
  const { t } = useTranslation("traders");
  const { name, value, more, interval } = row;
  const best = interval ? clearlyHighest(traders.map(({ statistics }) => interval(statistics))) : null;
  return (
    <tr>
      <th scope="row">
        {name}
        {interval && best === null && traders.length > 1 ? <small>{t("compare.unclear")}</small> : null}
      </th>
      {traders.map((trader, index) => (
        <td key={trader.handle}>
          {index === best ? (
            <strong>
              {value(trader)} <span className="visually-hidden">{t("compare.better")}</span>
            </strong>
          ) : (
            value(trader)
          )}
          {more?.(trader)}
        </td>
      ))}
    </tr>
  );
}

/** `axis` is the axis of the bars. */
function useFigures(axis: Axis): readonly Row[] {
  const { t } = useTranslation(["traders", "live", "common"]);
  const formats = useFormats();
  const { count, decimal, percent, signed } = formats;
  return [
    {
      name: t("common:record.winRate"),
      value: ({ statistics }) => percent(statistics.win_rate),
      interval: ({ interval }) => interval,
      more: ({ statistics }) => (
        <>
          <WinRateBar statistics={statistics} axis={axis} />
          <small>
            <AxisEnds axis={axis} />
          </small>
          {statistics.interval === null ? null : (
            <small>{t("list.range", rateTexts(statistics, formats))}</small>
          )}
          {statistics.break_even === null ? null : (
            <small>{t("list.breakEven", rateTexts(statistics, formats))}</small>
          )}
        </>
      ),
    },
    {
      name: t("list.verdict"),
      value: ({ verdict }) => <VerdictChip verdict={verdict} />,
      more: ({ evidence }) => <small>{t("list.evidence", { evidence: formats.evidence(evidence) })}</small>,
    },
    {
      name: t("list.sample"),
      value: ({ statistics: { won, lost } }) => count(won + lost),
      more: ({ statistics }) => <small>{t(`common:sample.${SAMPLE_TEXTS[statistics.sample]}`)}</small>,
    },
    { name: t("live:results.net"), value: ({ statistics }) => signed(statistics.net) },
    {
      name: t("live:results.expectancy"),
      value: ({ statistics }) => signed(statistics.expectancy),
      interval: expectancyInterval,
      more: ({ statistics }) => <ExpectancyRange statistics={statistics} formats={formats} />,
    },
    { name: t("live:results.profitFactor"), value: ({ statistics }) => decimal(statistics.profit_factor) },
    { name: t("live:results.drawdown"), value: ({ statistics }) => decimal(statistics.max_drawdown) },
    { name: t("live:results.recovery"), value: ({ statistics }) => decimal(statistics.recovery_factor) },
    { name: t("live:results.streak"), value: ({ statistics }) => count(statistics.longest_losing_streak) },
  ];
}

function useCounts(): readonly Row[] {
  const { t } = useTranslation("common");
  const { count } = useFormats();
  return [
    { name: t("record.counts.won"), value: ({ statistics }) => count(statistics.won) },
    { name: t("record.counts.lost"), value: ({ statistics }) => count(statistics.lost) },
    { name: t("record.counts.draw"), value: ({ statistics }) => count(statistics.draw) },
    { name: t("record.counts.void"), value: ({ statistics }) => count(voidCount(statistics)) },
    { name: t("record.counts.open"), value: ({ statistics }) => count(statistics.open) },
    { name: t("record.counts.late"), value: ({ statistics }) => count(statistics.late) },
    {
      name: t("record.otc"),
      value: ({ statistics: { otc_won, otc_lost, otc_draw } }) => count(otc_won + otc_lost + otc_draw),
    },
  ];
}

interface ExpectancyRangeProps {
  readonly statistics: Statistics;
  readonly formats: Formats;
}

function ExpectancyRange({ statistics, formats: { signed } }: ExpectancyRangeProps) {
  const { t } = useTranslation("traders");
  const interval = expectancyInterval(statistics);
  if (interval === null) return null;
  return <small>{t("list.range", { low: signed(interval.low), high: signed(interval.high) })}</small>;
}

/** Index of the interval that lies wholly above all others; null if there is none, or if one is missing. */
export function clearlyHighest(intervals: readonly (Interval | null)[]): number | null {
  const known = intervals.filter((interval) => interval !== null);
  if (known.length < Math.max(2, intervals.length)) return null;
  const index = known.findIndex(({ low }, own) =>
    known.every(({ high }, other) => other === own || high < low),
  );
  return index < 0 ? null : index;
}
