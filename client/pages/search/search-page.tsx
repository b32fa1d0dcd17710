/** Search results: a signal by its id, traders and assets by any part of their names. */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "#client/pages/record-list.css";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { searchKey } from "#client/data/keys.ts";
import { readText } from "#client/data/list-query.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { filterProblem } from "#client/features/filters/filter-fields.ts";
import { SignalTable } from "#client/features/figures/signal-table.tsx";
import { SearchForm } from "#client/features/search/search-form.tsx";
import { PageData } from "#client/features/session/page-data.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { SearchResults } from "#shared/contracts/search.ts";
import { detailHref, pageHref } from "#shared/site/routes.ts";

export function SearchPage() {
  const { t } = useTranslation("search");
  return (
    <div className="container">
      <h1>{t("heading")}</h1>
      <PageData>
        <Search />
      </PageData>
    </div>
  );
}

function Search() {
  const { t } = useTranslation(["search", "filters"]);
  const [query] = useSearchParams();
  const text = readText(query, "q");
  const { data, error, mutate } = useApi(searchKey(query), SearchResults);
  const isRefused = filterProblem(error, ["q"]) !== null;
  return (
    <>
      <SearchForm
        key={text}
        defaultValue={text}
        hint={t("hint")}
        error={isRefused ? t("refused") : undefined}
      />
      <ListStatus>{data ? t("found", { count: countOf(data) }) : ""}</ListStatus>
      {text === "" || isRefused ? null : data ? (
        <Found results={data} text={text} />
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
    </>
  );
}

function countOf({ signal, traders, assets }: SearchResults): number {
  return (signal ? 1 : 0) + traders.length + assets.length;
}

function Found({ results, text }: { readonly results: SearchResults; readonly text: string }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("search");
  const { signal, traders, assets, nearest } = results;
  if (countOf(results) === 0) {
    return (
      <div className="empty">
        <h2>{t("none.title")}</h2>
        <p>{t("none.text", { text })}</p>
        {nearest.length > 0 ? (
          <>
            <p>{t("none.nearest")}</p>
            <TraderChips traders={nearest} />
          </>
        ) : null}
        <p>{t("none.hint")}</p>
        <p className="actions">
          <PageLink to={pageHref(language, "traders")}>{t("none.traders")}</PageLink>
          <PageLink to={pageHref(language, "signal")}>{t("none.signals")}</PageLink>
        </p>
      </div>
    );
  }
  return (
    <>
      {signal ? (
        <section>
          <h2>{t("signal")}</h2>
          <SignalTable caption={t("signal")} signals={[signal]} empty={null} />
        </section>
      ) : null}
      {traders.length > 0 ? (
        <section>
          <h2>{t("traders")}</h2>
          <TraderChips traders={traders} />
        </section>
      ) : null}
      {assets.length > 0 ? (
        <section>
          <h2>{t("assets")}</h2>
          <ul className="chips">
            {assets.map((asset) => (
              <li key={asset}>
                <PageLink
                  className="chip"
                  to={`${pageHref(language, "signal")}?${new URLSearchParams({ asset })}`}
                >
                  <bdi>{asset}</bdi>
                </PageLink>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function TraderChips({ traders }: Pick<SearchResults, "traders">) {
  const { language } = useRuntimeConfig();
  return (
    <ul className="chips">
      {traders.map(({ handle, name }) => (
        <li key={handle}>
          <PageLink className="chip" to={detailHref(language, "traders", handle)}>
            <bdi>{name}</bdi> <small>{handle}</small>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
