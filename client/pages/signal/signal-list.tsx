/** Every signal, newest first, with a filter form that works without script. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { signalsKey } from "#client/data/keys.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { useTranslation } from "react-i18next";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { SignalTable } from "#client/features/figures/signal-table.tsx";
import type { SignalPage } from "#shared/contracts/signals.ts";
import { pageHref } from "#shared/site/routes.ts";
import { FOUND_ID, useFilterZone } from "#client/features/filters/filter-form.tsx";
import { useDates } from "#client/features/filters/filter-fields.ts";
import { FeedLink } from "#client/pages/feed-link.tsx";
import { FILTERS, PERIOD, readFilterProblem, SignalFilters } from "./signal-filters.tsx";
import { Downloads } from "./downloads.tsx";
import { LedgerCheck } from "./ledger-check.tsx";

export function SignalList() {
  const { t } = useTranslation("signal");
  const [query] = useSearchParams();
  const absent = useAbsentParts();
  const { data, error, mutate } = useSignalList(signalsKey(query));
  const problem = readFilterProblem(error);
  const isOffered = !isAbsent(error);
  const period = usePeriod(query);
  return (
    <div className="container">
      {isOffered ? <FeedLink query={query} title={t("downloads.atom")} /> : null}
      <SignalListHeading />
      {isOffered ? <SignalFilters query={query} problem={problem} /> : null}
      <ListStatus>{data ? <Status page={data} query={query} period={period} /> : ""}</ListStatus>
      {problem ? (
        <p className="empty" role="alert">
          {t("list.refused")}
        </p>
      ) : (
        <>
          <p id={FOUND_ID} className="found">
            {data && isNarrowed(query) ? <Status page={data} query={query} period={period} /> : null}
          </p>
          {data ? <Page page={data} query={query} /> : <NotLoaded error={error} retry={mutate} />}
          <Offers />
          {isOffered ? (
            <>
              {absent.includes("ledger") ? null : <LedgerCheck />}
              <Downloads query={query} headSeq={data?.as_of_seq ?? 0} />
            </>
          ) : null}
        </>
      )}
    </div>
  );
}

export function SignalListHeading() {
  const { t } = useTranslation("signal");
  return <h1>{t("heading")}</h1>;
}

function Page({ page, query }: { readonly page: SignalPage; readonly query: URLSearchParams }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["signal", "filters"]);
  const path = pageHref(language, "signal");
  return (
    <>
      <NewsPill page={page} listKey={signalsKey(query)} />
      <SignalTable
        caption={t("list.caption")}
        signals={page.results}
        empty={
          isNarrowed(query) ? (
            <>
              <h2>{t("list.noMatch.title")}</h2>
              <p>{t("list.noMatch.text")}</p>
              <PageLink to={path}>{t("filters:clear")}</PageLink>
            </>
          ) : (
            <>
              <h2>{t("list.empty.title")}</h2>
              <p>{t("list.empty.text")}</p>
              <PageLink to={pageHref(language, "instruction")}>{t("list.empty.link")}</PageLink>
            </>
          )
        }
      />
      <CursorPages
        count={page.results.length}
        next={page.next}
        texts={{
          label: t("list.pages"),
          summary: t("list.onPage", { count: page.results.length }),
          first: t("list.newest"),
          next: t("list.older"),
        }}
      />
    </>
  );
}

/**
 * The period of the filters in words, with its zone, because the typed dates may be read in another order. Null if there is
 * none.
 */
function usePeriod(query: URLSearchParams): string | null {
  const { t } = useTranslation(["signal", "filters"]);
  const { inWords } = useDates(query);
  const zone = useFilterZone(query, PERIOD);
  const from = inWords("from");
  const to = inWords("to");
  if (!from && !to) return null;
  const period =
    from && to
      ? t("list.period", { from, to })
      : from
        ? t("list.periodFrom", { from })
        : t("list.periodTo", { to });
  return t("filters:inZone", { period, zone });
}

interface StatusProps {
  readonly page: SignalPage;
  readonly query: URLSearchParams;
  readonly period: string | null;
}

function Status({ page, query, period }: StatusProps) {
  const { t } = useTranslation("signal");
  const count = page.results.length;
  const found =
    count > 0
      ? t("list.onPage", { count })
      : t(isNarrowed(query) ? "list.noMatch.title" : "list.empty.title");
  return <span>{period ? t("list.inPeriod", { period, found }) : found}</span>;
}

/** True if the list may be empty although signals are published. */
function isNarrowed(query: URLSearchParams): boolean {
  return [...FILTERS, "cursor"].some((name) => query.get(name));
}
