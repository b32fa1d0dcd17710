/** All traders, including retired ones, ranked by what their record proves. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { tradersKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { FOUND_ID } from "#client/features/filters/filter-form.tsx";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { WinRateLegend } from "#client/features/figures/win-rate.tsx";
import { Icon } from "#client/ui/icon.tsx";
import {
  DEFAULT_TRADER_SORT,
  type Trader,
  type TraderPage,
  TraderPage as TraderPageContract,
} from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { CompareForm } from "./compare/compare-form.tsx";
import { areTradersNarrowed, readTraderFilterProblem, TraderFilters } from "./trader-filters.tsx";
import { readSort } from "./trader-sort.ts";
import { TraderSortMenu } from "./trader-sort-menu.tsx";
import { TraderTable, useSortText } from "./trader-table.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { bestByChance } from "#shared/record/best-by-chance.ts";
import { LEAST_COMPARED, LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";

export function TraderList() {
  const [query] = useSearchParams();
  const { data, error, mutate } = useApi(tradersKey(query), TraderPageContract);
  const { t } = useTranslation(["traders", "filters"]);
  const sortText = useSortText(readSort(query));
  const problem = readTraderFilterProblem(error);
  const isNarrowed = areTradersNarrowed(query);
  const count = data?.results.length ?? 0;
  const found = count > 0 ? t("list.onPage", { count }) : t("filters:noTrader.title");
  return (
    <div className="container">
      <TraderListHeading />
      {isAbsent(error) ? null : <TraderFilters query={query} problem={problem} />}
      <ListStatus>{data ? (isNarrowed ? `${found}. ${sortText}` : sortText) : ""}</ListStatus>
      <p id={FOUND_ID} className="found">
        {count > 0 && isNarrowed ? found : null}
      </p>
      {problem ? (
        <Refused />
      ) : data ? (
        <Page page={data} query={query} />
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
      <Offers />
    </div>
  );
}

export function TraderListHeading() {
  const { t } = useTranslation("traders");
  return (
    <>
      <h1>{t("heading")}</h1>
      <p className="intro">{t("intro")}</p>
    </>
  );
}

function Page({ page, query }: { readonly page: TraderPage; readonly query: URLSearchParams }) {
  const { t } = useTranslation("traders");
  const isNarrowed = areTradersNarrowed(query);
  return (
    <>
      {page.results.length > 0 ? (
        <div className="list-tools">
          <HowToRead page={page} query={query} />
          <TraderSortMenu />
        </div>
      ) : null}
      <TraderTable
        traders={page.results}
        sort={readSort(query)}
        empty={isNarrowed ? <NoMatch /> : <NoTraders />}
      />
      <CompareForm listed={page.results.length} />
      <CursorPages
        count={page.results.length}
        next={page.next}
        texts={{
          label: t("list.pages"),
          summary: t("list.onPage", { count: page.results.length }),
        }}
      />
    </>
  );
}

/** Explains how the traders are ranked, what the pictures show, and the rates to expect by chance. */
function HowToRead({ page, query }: { readonly page: TraderPage; readonly query: URLSearchParams }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  const isFirst = !query.has("cursor") && !areTradersNarrowed(query);
  const isWhole = isFirst && page.next === null;
  return (
    <details className="how-to-read">
      <summary>{t("list.howToRead")}</summary>
      <p>{t("list.order")}</p>
      <p>{t("list.pictures")}</p>
      <WinRateLegend />
      {isWhole || (isFirst && readSort(query) === DEFAULT_TRADER_SORT) ? (
        <BestByChance traders={page.results} isWhole={isWhole} />
      ) : null}
      <p>
        {t("list.compared", { m: count(page.m), least: count(LEAST_COMPARED), mark: count(page.mark) })}{" "}
        <PageLink to={`${pageHref(language, "instruction")}#ranking`}>{t("list.how")}</PageLink>
      </p>
      <PastResults />
    </details>
  );
}

function NoMatch() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("filters");
  return (
    <>
      <h2>{t("noTrader.title")}</h2>
      <p>{t("noTrader.text")}</p>
      <PageLink to={pageHref(language, "traders")}>{t("clear")}</PageLink>
    </>
  );
}

function NoTraders() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  return (
    <>
      <h2>{t("list.empty.title")}</h2>
      <p>{t("list.empty.text")}</p>
      <PageLink to={pageHref(language, "instruction")}>{t("list.how")}</PageLink>
    </>
  );
}

function Refused() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  return (
    <p className="form__error" role="alert">
      <Icon name="alert-octagon" />
      <span>
        {t("list.refused")} <PageLink to={pageHref(language, "traders")}>{t("list.first")}</PageLink>
      </span>
    </p>
  );
}

interface BestByChanceProps {
  /** The top of the ranking. */
  readonly traders: readonly Trader[];
  /** True if these are all traders; with more of them, the best rate by chance would be higher. */
  readonly isWhole: boolean;
}

/**
 * Compares the best win rate of a page with the best rate to expect by chance. Renders nothing if there are fewer than two
 * traders with enough decided signals.
 */
function BestByChance({ traders, isWhole }: BestByChanceProps) {
  const { t } = useTranslation("traders");
  const { percent, count } = useFormats();
  const records = traders
    .map(({ statistics: { won, lost } }) => ({ won, decided: won + lost }))
    .filter(({ decided }) => decided >= LEAST_DECIDED);
  if (records.length < 2) return null;
  const best = Math.max(...records.map(({ won, decided }) => won / decided));
  return (
    <p>
      <span>
        {t("list.chance", {
          traders: count(records.length),
          least: count(LEAST_DECIDED),
          best: percent(best),
          byChance: percent(bestByChance(records.map(({ decided }) => decided))),
        })}
      </span>
      {isWhole ? null : <span> {t("list.chanceOfMore")}</span>}
    </p>
  );
}
