/** The ranking as a table whose column headers are sort links; a trader is one line, on a phone two. */
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { asPart } from "#client/ui/part.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { LastResults } from "#client/features/figures/last-results.tsx";
import { Sparkline } from "#client/features/figures/sparkline.tsx";
import { VerdictChip, WinRateBar, WinRateNumber } from "#client/features/figures/win-rate.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Icon } from "#client/ui/icon.tsx";
import type { Axis } from "#client/ui/interval-bar.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Trader, TraderSort, TraderSortKey } from "#shared/contracts/traders.ts";
import { detailHref, pageHref } from "#shared/site/routes.ts";
import { CompareChoice } from "./compare/compare-form.tsx";
import { nextSort, sortedBy, withSort } from "./trader-sort.ts";

/** How many of the last results a row shows. */
const LAST_IN_ROW = 10;

export interface TraderTableProps {
  readonly traders: readonly Trader[];
  readonly sort: TraderSort;
  /** Shown in place of the table if there are no rows. */
  readonly empty: ReactNode;
}

interface TraderColumn extends Column<Trader> {
  readonly sortKey?: TraderSortKey;
}

export const TraderTable = asPart(Table);

function Table({ traders, sort, empty }: TraderTableProps) {
  const { t } = useTranslation("traders");
  const absent = useAbsentParts();
  const axis = axisOf(traders);
  const offered = useColumns(axis).filter(({ key }) => key !== "follow" || !absent.includes("follows"));
  const columns = offered.map(({ sortKey, ...column }): Column<Trader> =>
    sortKey === undefined
      ? column
      : Object.assign(column, {
          sorted: sortedBy(sort, sortKey),
          sortLink: (
            <>
              <SortLink sort={sort} sortKey={sortKey} header={column.header} />
              {column.key === "interval" ? <AxisEnds axis={axis} /> : null}
            </>
          ),
        }),
  );
  return (
    <DataTable<Trader>
      caption={t("list.caption")}
      columns={columns}
      rows={traders}
      rowKey={({ handle }) => handle}
      layout="traders"
      empty={empty}
    />
  );
}

/** From the least to the greatest bound of the rows, break-even included, in whole percent. */
export function axisOf(traders: readonly Trader[]): Axis {
  const bounds = traders.flatMap(({ statistics: { interval, break_even } }) =>
    interval === null ? [] : [interval.low, interval.high, break_even ?? interval.low],
  );
  if (bounds.length === 0) return { low: 0, high: 1 };
  return {
    low: Math.floor(Math.min(...bounds) * 100) / 100,
    high: Math.ceil(Math.max(...bounds) * 100) / 100,
  };
}

/** The ends of the axis of the bars below. */
export function AxisEnds({ axis: { low, high } }: { readonly axis: Axis }) {
  const { payout: percent } = useFormats();
  return (
    <span className="axis-ends">
      <span>{percent(low)}</span> <span>{percent(high)}</span>
    </span>
  );
}

/** By which column the rows are sorted and in which direction, in words; empty if no column shows the order. */
export function useSortText(sort: TraderSort): string {
  const { t } = useTranslation("traders");
  for (const { sortKey, header: column } of useColumns()) {
    const sorted = sortKey && sortedBy(sort, sortKey);
    if (sorted) return t(`list.sorted.${sorted}`, { column });
  }
  return "";
}

interface SortLinkProps {
  readonly sort: TraderSort;
  readonly sortKey: TraderSortKey;
  readonly header: string;
}

function SortLink({ sort, sortKey, header }: SortLinkProps) {
  const { language } = useRuntimeConfig();
  const [query] = useSearchParams();
  const sorted = sortedBy(sort, sortKey);
  return (
    <PageLink
      className="sort-link"
      to={pageHref(language, "traders") + withSort(query, nextSort(sort, sortKey))}
      preventScrollReset
    >
      {header}
      {sorted ? <Icon name={sorted === "ascending" ? "arrow-up" : "arrow-down"} /> : null}
    </PageLink>
  );
}

/** `axis` is that of the bars. */
function useColumns(axis?: Axis): readonly TraderColumn[] {
  const { t } = useTranslation(["traders", "common", "live"]);
  const { signed, decimal, count } = useFormats();
  return [
    {
      key: "trader",
      sortKey: "handle",
      header: t("common:record.trader"),
      cell: (trader) => <TraderName trader={trader} />,
    },
    {
      key: "curve",
      header: t("list.curve"),
      cell: ({ curve }) => <Sparkline curve={curve} />,
    },
    {
      key: "rate",
      sortKey: "win_rate",
      header: t("common:record.winRate"),
      isNumber: true,
      cell: ({ statistics }) => <WinRateNumber statistics={statistics} />,
    },
    {
      key: "interval",
      sortKey: "rank",
      header: t("list.interval"),
      cell: ({ statistics }) => <WinRateBar statistics={statistics} axis={axis} />,
    },
    {
      key: "net",
      sortKey: "net",
      header: t("list.net"),
      isNumber: true,
      cell: ({ statistics }) => signed(statistics.net),
    },
    {
      key: "drawdown",
      sortKey: "max_drawdown",
      header: t("list.drawdown"),
      isNumber: true,
      cell: ({ statistics }) => decimal(statistics.max_drawdown),
    },
    {
      key: "settled",
      sortKey: "settled",
      header: t("list.settled"),
      isNumber: true,
      cell: ({ statistics }) => count(statistics.settled),
    },
    {
      key: "last",
      header: t("list.last", { shown: count(LAST_IN_ROW) }),
      cell: ({ last_results: results }) => <LastResults results={results.slice(-LAST_IN_ROW)} />,
    },
    {
      key: "verdict",
      header: t("list.verdict"),
      cell: ({ verdict }) => <VerdictChip verdict={verdict} />,
    },
    {
      key: "follow",
      header: t("live:follow.follow"),
      cell: (trader) => <FollowButton trader={trader} isIcon />,
    },
  ];
}

function TraderName({ trader }: { readonly trader: Trader }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["traders", "filters"]);
  const { name, handle, retired_at: retiredAt, last_published_at: lastPublishedAt } = trader;
  return (
    <>
      <CompareChoice trader={trader}>{null}</CompareChoice>
      <span className="trader-name">
        <PageLink to={detailHref(language, "traders", handle)} title={name}>
          <bdi>{name}</bdi>
        </PageLink>
        {retiredAt === null && !lastPublishedAt ? null : (
          <small>
            {retiredAt === null ? null : t("list.retired")}
            {retiredAt === null || !lastPublishedAt ? null : " · "}
            {lastPublishedAt ? (
              <>
                {t("filters:lastSignal")} <Time at={lastPublishedAt} precision="day" />
              </>
            ) : null}
          </small>
        )}
      </span>
    </>
  );
}
