/** Home: what the site is, who leads the ranking, the newest signals, and the record in four figures. */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "./home.css";
import { PageLink } from "#client/ui/link.tsx";
import { useAbsentParts, useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { latestSignalsKey, summaryKey } from "#client/data/keys.ts";
import { PageData } from "#client/features/session/page-data.tsx";
import { isAuthenticated } from "#client/features/session/session-state.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { Summary } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { hasRecord, isLinked } from "#shared/site/site-parts.ts";
import { isAbsent } from "#client/data/http-error.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { SignalTable } from "#client/features/figures/signal-table.tsx";
import { LATEST_ON_HOME } from "#client/pages/page-keys.ts";
import { Figures } from "#client/features/figures/figures.tsx";
import { useFormats } from "#client/features/figures/formats.ts";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { Leaders } from "./leaders.tsx";

export function HomePage() {
  if (!hasRecord(useAbsentParts())) return <ForMembers />;
  return (
    <PageData waiting={<Hero />}>
      <div className="home-head">
        <Hero />
        <Leaders />
      </div>
      <LatestSignals />
      <Offers />
      <RecordSoFar />
    </PageData>
  );
}

/** Home of a site that offers nothing but sign-in. */
function ForMembers() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation(["home", "common"]);
  return (
    <section className="hero">
      <h1>{brand.name}</h1>
      <p>{t("forMembers.lead", { brand: brand.name })}</p>
      <p className="actions">
        <PageLink className="button button--primary" to={pageHref(language, "login")}>
          {t("common:navigation.signIn")}
        </PageLink>
      </p>
    </section>
  );
}

function Hero() {
  const { brand, language, signUp } = useRuntimeConfig();
  const { t } = useTranslation(["home", "common"]);
  const absent = useAbsentParts();
  const siteText = useSiteText();
  const isMember = isAuthenticated(useSession().state);
  const hasSignals = isLinked("signal", absent);
  return (
    <section className="hero">
      <h1>{t(absent.includes("ledger") ? "headingWithoutLedger" : "heading")}</h1>
      <p>{siteText(t("lead", { brand: brand.name }))}</p>
      <p className="actions">
        <PageLink
          className="button button--primary"
          to={pageHref(language, hasSignals ? "signal" : "traders")}
        >
          {t(hasSignals ? "actions.signals" : "leaders.more")}
        </PageLink>
        {isMember ? null : (
          <PageLink className="button for-visitors" to={pageHref(language, "login")}>
            {t(signUp === "open" ? "actions.signUp" : "common:navigation.signIn")}
          </PageLink>
        )}
      </p>
    </section>
  );
}

/** The newest signals. */
function LatestSignals() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const key = latestSignalsKey(LATEST_ON_HOME);
  const hasList = isLinked("signal", useAbsentParts());
  const siteText = useSiteText();
  const { data, error, mutate } = useSignalList(key);
  if (isAbsent(error)) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{t("latest.heading")}</h2>
        {hasList && data && data.results.length > 0 ? (
          <PageLink to={pageHref(language, "signal")}>{t("latest.more")}</PageLink>
        ) : null}
      </div>
      {data ? <NewsPill page={data} listKey={key} /> : null}
      {data ? (
        <SignalTable
          caption={t("latest.heading")}
          signals={data.results}
          empty={
            <>
              <h3>{t("latest.empty.title")}</h3>
              <p>{siteText(t("latest.empty.text"))}</p>
            </>
          }
        />
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
    </section>
  );
}

/** All signals ever published, without any selection, in four figures. */
function RecordSoFar() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["home", "live"]);
  const { data: summary, error, mutate } = useApi(summaryKey, Summary);
  if (isAbsent(error)) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{t("live:summary.heading")}</h2>
        <PageLink to={`${pageHref(language, "about")}#record`}>{t("record.more")}</PageLink>
      </div>
      {summary ? <FourFigures summary={summary} /> : <NotLoaded error={error} retry={mutate} />}
      <PastResults />
    </section>
  );
}

function FourFigures({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation(["live", "common"]);
  const { count, percent, signed } = useFormats();
  const { statistics, signals, traders, retired_traders: retired } = summary;
  const { win_rate, interval, net } = statistics;
  return (
    <Figures
      look="counts"
      figures={[
        { name: t("common:navigation.signals"), value: count(signals) },
        {
          name: t("live:summary.traders"),
          value: count(traders),
          note: retired > 0 ? t("summary.retired", { count: retired }) : undefined,
        },
        {
          name: t("common:record.winRate"),
          value: percent(win_rate),
          note: interval
            ? t("summary.interval", { low: percent(interval.low), high: percent(interval.high) })
            : undefined,
        },
        { name: t("results.net"), value: signed(net), note: t("results.inStakes") },
      ]}
    />
  );
}
