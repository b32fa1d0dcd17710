/**
 * The same figures for each trader: intervals below each other on one scale, then all figures in rows with a column for each
 * trader.
 */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { rateTexts, useFormats } from "#client/features/ledger/formats.ts";
import { SampleText, VerdictText, Voided, WinRateBar } from "#client/features/ledger/win-rate.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import type { Statistics, TraderDetail } from "#shared/contracts/traders.ts";
import { detailHref } from "#shared/routes.ts";

interface ComparedProps {
  readonly traders: readonly TraderDetail[];
}

export function ComparedRates({ traders }: ComparedProps) {
  const { t } = useTranslation("traders");
  return (
    <DataTable<TraderDetail>
      caption={t("compare.rates")}
      columns={useRateColumns()}
      rows={traders}
      rowKey={({ handle }) => handle}
      layout="slices"
      empty={null}
    />
  );
}

function useRateColumns(): readonly Column<TraderDetail>[] {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["traders", "common"]);
  const formats = useFormats();
  return [
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ handle, name }) => (
        <span className="typed">
          <PageLink to={detailHref(language, "traders", handle)}>
            <bdi>{name}</bdi>
          </PageLink>
        </span>
      ),
    },
    {
      key: "interval",
      header: t("list.interval"),
      cell: ({ statistics }) => <WinRateBar statistics={statistics} hasScale />,
    },
    {
      key: "range",
      header: t("common:record.winRate"),
      cell: ({ statistics }) =>
        statistics.interval === null ? (
          t("common:record.noWinRate")
        ) : (
          <span className="two-lines">
            <span>
              {formats.percent(statistics.win_rate)} ({t("list.range", rateTexts(statistics, formats))})
            </span>
            <Voided statistics={statistics} />
          </span>
        ),
    },
    {
      key: "verdict",
      header: t("list.verdict"),
      cell: ({ statistics, verdict, evidence }) => (
        <span className="two-lines">
          <span>
            <VerdictText verdict={verdict} />
          </span>
          <small>{t("list.evidence", { evidence: formats.evidence(evidence) })}</small>
          {statistics.break_even === null ? null : (
            <small>{t("list.breakEven", rateTexts(statistics, formats))}</small>
          )}
        </span>
      ),
    },
    {
      key: "sample",
      header: t("list.sample"),
      cell: ({ statistics }) => <SampleText statistics={statistics} />,
    },
  ];
}

interface FigureRow {
  readonly name: string;
  readonly write: (statistics: Statistics) => string;
}

export function ComparedFigures({ traders }: ComparedProps) {
  const { t } = useTranslation("traders");
  const rows = useFigureRows();
  const columns: readonly Column<FigureRow>[] = [
    { key: "figure", header: t("compare.figure"), cell: ({ name }) => name },
    ...traders.map(({ handle, name, statistics }): Column<FigureRow> => ({
      key: handle,
      header: name,
      isNumber: true,
      cell: ({ write }) => write(statistics),
    })),
  ];
  return (
    <DataTable<FigureRow>
      caption={t("compare.heading")}
      columns={columns}
      rows={rows}
      rowKey={({ name }) => name}
      layout="compared"
      empty={null}
    />
  );
}

function useFigureRows(): readonly FigureRow[] {
  const { t } = useTranslation(["live", "common"]);
  const { count, decimal, signed } = useFormats();
  return [
    { name: t("common:record.counts.won"), write: ({ won }) => count(won) },
    { name: t("common:record.counts.lost"), write: ({ lost }) => count(lost) },
    { name: t("common:record.counts.draw"), write: ({ draw }) => count(draw) },
    {
      name: t("common:record.counts.void"),
      write: (statistics) => count(statistics.void + statistics.void_unpriced),
    },
    { name: t("common:record.counts.open"), write: ({ open }) => count(open) },
    { name: t("common:record.counts.late"), write: ({ late }) => count(late) },
    {
      name: t("common:record.otc"),
      write: ({ otc_won, otc_lost, otc_draw }) => count(otc_won + otc_lost + otc_draw),
    },
    { name: t("results.net"), write: ({ net }) => signed(net) },
    { name: t("results.expectancy"), write: ({ expectancy }) => signed(expectancy) },
    { name: t("results.profitFactor"), write: ({ profit_factor }) => decimal(profit_factor) },
    { name: t("results.drawdown"), write: ({ max_drawdown }) => decimal(max_drawdown) },
    { name: t("results.recovery"), write: ({ recovery_factor }) => decimal(recovery_factor) },
    { name: t("results.streak"), write: ({ longest_losing_streak }) => count(longest_losing_streak) },
  ];
}
