/** Home: what the site is, the state of the record, the newest signals, and where to begin. */
import { PageLink } from "#client/ui/link.tsx";
import { useAbsentParts, useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { latestSignalsKey, summaryKey } from "#client/data/keys.ts";
import { PageData } from "#client/features/session/page-data.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { WinRateFigure } from "#client/features/ledger/win-rate.tsx";
import { Summary } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/routes.ts";
import { hasRecord, isLinked } from "#shared/site-parts.ts";
import { isAbsent } from "#client/data/http-error.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { SignalTable } from "#client/features/ledger/signal-table.tsx";
import { LATEST_ON_HOME } from "#client/pages/page-keys.ts";
import { useFormats } from "#client/features/ledger/formats.ts";
import { PastResults } from "#client/features/ledger/past-results.tsx";
import { Counts, Results } from "#client/features/ledger/statistics.tsx";

const POINTS = ["open", "permanent", "honest", "checkable"] as const;

/** Claims that nobody can check without a ledger. */
const OF_LEDGER: ReadonlySet<(typeof POINTS)[number]> = new Set<(typeof POINTS)[number]>([
  "permanent",
  "checkable",
]);

export function HomePage() {
  if (!hasRecord(useAbsentParts())) return <ForMembers />;
  return (
    <PageData
      waiting={
        <section className="hero">
          <HeroText />
        </section>
      }
    >
      <Hero />
      <LatestSignals />
      <Offers />
      <RecordSoFar />
      <Points />
      <Call />
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
  const { t } = useTranslation("home");
  const { data: summary } = useApi(summaryKey, Summary);
  return (
    <section className="hero">
      <HeroText />
      {summary ? (
        <div className="hero__figure">
          <WinRateFigure statistics={summary.statistics} caption={t("record.rateCaption")} />
        </div>
      ) : null}
    </section>
  );
}

function HeroText() {
  const { brand, language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const absent = useAbsentParts();
  const siteText = useSiteText();
  const hasSignals = isLinked("signal", absent);
  return (
    <>
      <h1>{t(absent.includes("ledger") ? "headingWithoutLedger" : "heading")}</h1>
      <p>{siteText(t("lead", { brand: brand.name }))}</p>
      <p className="actions">
        <PageLink
          className="button button--primary"
          to={pageHref(language, hasSignals ? "signal" : "traders")}
        >
          {t(hasSignals ? "actions.signals" : "record.more")}
        </PageLink>
        <PageLink className="button" to={pageHref(language, "instruction")}>
          {t("actions.instruction")}
        </PageLink>
      </p>
    </>
  );
}

function Points() {
  const { t } = useTranslation("home");
  const siteText = useSiteText();
  const hasLedger = !useAbsentParts().includes("ledger");
  return (
    <section>
      <h2>{t("points.heading")}</h2>
      <ul className="cards">
        {POINTS.filter((point) => hasLedger || !OF_LEDGER.has(point)).map((point) => (
          <li key={point} className="card">
            <h3>{t(`points.${point}.title`)}</h3>
            <p>{siteText(t(`points.${point}.text`))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Call() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  return (
    <section className="callout">
      <h2>{t("call.heading")}</h2>
      <p>{t("call.text")}</p>
      <p>
        <PageLink to={pageHref(language, "instruction")}>{t("call.link")}</PageLink>
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
      <h2>{t("latest.heading")}</h2>
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
      {hasList && data && data.results.length > 0 ? (
        <p>
          <PageLink to={pageHref(language, "signal")}>{t("latest.more")}</PageLink>
        </p>
      ) : null}
    </section>
  );
}

/** The totals over all signals ever published, without any selection. */
function RecordSoFar() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const hasRanking = isLinked("traders", useAbsentParts());
  const { data: summary, error, mutate } = useApi(summaryKey, Summary);
  if (isAbsent(error)) return null;
  return (
    <section>
      <h2>{t("record.heading")}</h2>
      {summary ? <Totals summary={summary} /> : <NotLoaded error={error} retry={mutate} />}
      {hasRanking ? (
        <p>
          <PageLink to={pageHref(language, "traders")}>{t("record.more")}</PageLink>
        </p>
      ) : null}
    </section>
  );
}

function Totals({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation("home");
  const siteText = useSiteText();
  const { count } = useFormats();
  const { statistics, signals, traders, retired_traders } = summary;
  return (
    <>
      <p className="intro">{siteText(t("record.note"))}</p>
      <Counts
        statistics={statistics}
        lead={[
          { name: t("record.signals"), value: count(signals) },
          {
            name: t("record.traders"),
            value: count(traders),
            note: retired_traders > 0 ? t("record.retired", { count: retired_traders }) : undefined,
          },
        ]}
      />
      {statistics.settled > 0 ? <Results statistics={statistics} /> : null}
      <PastResults />
    </>
  );
}
