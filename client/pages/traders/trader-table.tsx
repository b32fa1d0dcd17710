/** The ranking as a table whose column headers are sort links. */
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { asPart } from "#client/ui/part.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { useTranslation } from "react-i18next";
import { type Formats, rateTexts, useFormats } from "#client/features/ledger/formats.ts";
import {
  AboveAlone,
  SampleText,
  VerdictText,
  WinRateBar,
  WinRateNumber,
} from "#client/features/ledger/win-rate.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Statistics, Trader, TraderSort, TraderSortKey } from "#shared/contracts/traders.ts";
import { detailHref, pageHref } from "#shared/routes.ts";
import { CompareChoice } from "./compare/compare-form.tsx";
import { nextSort, sortedBy, withSort } from "./trader-sort.ts";

export interface TraderTableProps {
  readonly traders: readonly Trader[];
  readonly sort: TraderSort;
  /** How many traders were compared, if the backend says so. */
  readonly lookedAt: number | undefined;
  /** Shown in place of the table if there are no rows. */
  readonly empty: ReactNode;
}

interface TraderColumn extends Column<Trader> {
  readonly sortKey?: TraderSortKey;
}

export const TraderTable = asPart(Table);

function Table({ traders, sort, lookedAt, empty }: TraderTableProps) {
  const { t } = useTranslation("traders");
  const absent = useAbsentParts();
  const offered = useColumns(useFormats(), lookedAt).filter(
    ({ key }) => key !== "follow" || !absent.includes("follows"),
  );
  const columns = offered.map(({ sortKey, ...column }): Column<Trader> =>
    sortKey === undefined
      ? column
      : Object.assign(column, {
          sorted: sortedBy(sort, sortKey),
          sortLink: <SortLink sort={sort} sortKey={sortKey} header={column.header} />,
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

/** By which column the rows are sorted and in which direction, in words; empty if no column shows the order. */
export function useSortText(sort: TraderSort): string {
  const { t } = useTranslation("traders");
  for (const { sortKey, header: column } of useColumns(useFormats())) {
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

function useColumns(formats: Formats, lookedAt?: number): readonly TraderColumn[] {
  const { t } = useTranslation(["traders", "common", "live"]);
  const { signed, decimal, count } = formats;
  const byPrices = ({ by_prices, settled }: Statistics) =>
    by_prices === null || settled === 0
      ? null
      : t("common:record.byPrices", { byPrices: count(by_prices), settled: count(settled) });
  return [
    {
      key: "trader",
      sortKey: "handle",
      header: t("common:record.trader"),
      cell: (trader) => <TraderName trader={trader} />,
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
      cell: ({ statistics }) => (
        <TwoLines
          first={<WinRateBar statistics={statistics} />}
          second={statistics.interval === null ? null : t("list.range", rateTexts(statistics, formats))}
        />
      ),
    },
    {
      key: "verdict",
      header: t("list.verdict"),
      cell: ({ statistics }) => (
        <TwoLines
          first={<VerdictText statistics={statistics} />}
          second={
            statistics.break_even === null ? null : (
              <>
                <span>{t("list.breakEven", rateTexts(statistics, formats))}</span>
                {statistics.above_alone ? <br /> : null}
                <AboveAlone statistics={statistics} lookedAt={lookedAt} />
              </>
            )
          }
        />
      ),
    },
    {
      key: "sample",
      sortKey: "settled",
      header: t("list.sample"),
      cell: ({ statistics }) => (
        <TwoLines first={<SampleText statistics={statistics} />} second={byPrices(statistics)} />
      ),
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
      key: "follow",
      header: t("live:follow.follow"),
      cell: (trader) => <FollowButton trader={trader} />,
    },
  ];
}

function TraderName({ trader }: { readonly trader: Trader }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["traders", "filters"]);
  const { last_published_at: lastPublishedAt } = trader;
  return (
    <TwoLines
      first={
        <PageLink to={detailHref(language, "traders", trader.handle)}>
          <bdi>{trader.name}</bdi>
        </PageLink>
      }
      second={
        <CompareChoice trader={trader}>
          <span>
            {trader.retired_at === null ? trader.handle : `${trader.handle} · ${t("list.retired")}`}
          </span>
          {lastPublishedAt ? (
            <>
              {` · ${t("filters:lastSignal")} `}
              <Time at={lastPublishedAt} precision="day" />
            </>
          ) : null}
        </CompareChoice>
      }
    />
  );
}
