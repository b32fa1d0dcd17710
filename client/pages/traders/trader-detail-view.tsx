/** One trader's whole record. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { latestSignalsKey, traderKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { LastResults, type LastResultsProps } from "#client/features/figures/last-results.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { SignalTable } from "#client/features/figures/signal-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { TraderDetail as TraderDetailContract, type TraderDetail } from "#shared/contracts/traders.ts";
import { detailHref, pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { Calibration } from "./calibration.tsx";
import { EvidenceSection } from "./evidence-section.tsx";
import { compareHref } from "./compare/compared-handles.ts";
import { EquityCurve } from "./equity-curve.tsx";
import { Headline } from "./headline.tsx";
import { Months } from "./months.tsx";
import { RecordDetails } from "./record-details.tsx";
import { SlicesSection } from "./slices/slices-section.tsx";
import { TraderHead } from "./trader-head.tsx";
import { isOnlyWitnessed, LATEST_OF_TRADER } from "#client/pages/page-keys.ts";

export function TraderDetailView({ handle }: { readonly handle: string }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const [query] = useSearchParams();
  const key = traderKey(handle, isOnlyWitnessed(query));
  const { data: trader, error, mutate } = useApi(key, TraderDetailContract);
  return (
    <article>
      <TraderHead handle={handle} trader={trader} />
      <p className="back">
        <PageLink to={pageHref(language, "traders")}>{t("detail.back")}</PageLink>
      </p>
      {trader ? (
        <TraderRecord trader={trader} isOnlyWitnessed={isOnlyWitnessed(query)} />
      ) : (
        <>
          <h1>{handle}</h1>
          <NotLoaded error={error} retry={mutate} />
        </>
      )}
    </article>
  );
}

interface TraderRecordProps {
  readonly trader: TraderDetail;
  /** True if the figures cover only signals that were witnessed in time. */
  readonly isOnlyWitnessed: boolean;
}

function TraderRecord({ trader, isOnlyWitnessed }: TraderRecordProps) {
  const { t } = useTranslation("traders");
  return (
    <>
      <Headline trader={trader} isOnlyWitnessed={isOnlyWitnessed} />
      {isOnlyWitnessed ? <Witnessed trader={trader} isOnly /> : null}
      <EquityCurve trader={trader} />
      {trader.retired_at === null ? null : <p className="callout">{t("detail.retiredNote")}</p>}
      <Standing trader={trader} />
      <Offers />
      {isOnlyWitnessed ? null : (
        <>
          <Witnessed trader={trader} isOnly={false} />
          <Months handle={trader.handle} />
          <LastOfTrader results={trader.last_results} />
        </>
      )}
      <LatestOfTrader handle={trader.handle} />
      {isOnlyWitnessed ? null : <SlicesSection handle={trader.handle} />}
      <Calibration bins={trader.calibration} />
      <EvidenceSection trader={trader} isOnlyWitnessed={isOnlyWitnessed} />
      <RecordDetails trader={trader} />
    </>
  );
}

function Standing({ trader }: { readonly trader: TraderDetail }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  return (
    <p className="intro intro--small">
      {trader.handle} · {t("detail.since")} <Time at={trader.joined_at} precision="day" />
      <span>{" · "}</span>
      <PageLink to={compareHref(language, [trader.handle])}>{t("compare.withOthers")}</PageLink>
    </p>
  );
}

function LastOfTrader({ results }: LastResultsProps) {
  const { t } = useTranslation("traders");
  if (results.length === 0) return null;
  return (
    <section>
      <h2>{t("detail.lastResults")}</h2>
      <LastResults results={results} />
    </section>
  );
}

/** How many signals witnesses had seen before their entry; renders nothing if the log has no witnesses. */
function Witnessed({ trader, isOnly }: { readonly trader: TraderDetail; readonly isOnly: boolean }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const { count } = useFormats();
  if (trader.witnessed === null) return null;
  const counts = { inTime: count(trader.witnessed.in_time), published: count(trader.witnessed.published) };
  const path = detailHref(language, "traders", trader.handle);
  const list = `${pageHref(language, "signal")}?trader=${encodeURIComponent(trader.handle)}&witnessed=in_time`;
  return (
    <p className={isOnly ? "callout callout--caution" : "intro intro--small"}>
      <strong>{t("witnessed.heading", counts)}</strong>{" "}
      <span>{t(isOnly ? "witnessed.onlyText" : "witnessed.text")}</span>{" "}
      <PageLink to={isOnly ? path : `${path}?witnessed=in_time`}>
        {t(isOnly ? "witnessed.all" : "witnessed.only")}
      </PageLink>
      {" · "}
      <PageLink to={list}>{t("witnessed.list")}</PageLink>
    </p>
  );
}

function LatestOfTrader({ handle }: { readonly handle: string }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  const key = latestSignalsKey(LATEST_OF_TRADER, handle);
  const hasList = isLinked("signal", useAbsentParts());
  const { data, error, mutate } = useSignalList(key);
  if (isAbsent(error)) return null;
  return (
    <section>
      <h2>{t("detail.latest")}</h2>
      {data ? <NewsPill page={data} listKey={key} /> : null}
      {data ? (
        <SignalTable
          caption={t("detail.latest")}
          signals={data.results}
          empty={<p>{t("detail.noSignals")}</p>}
          isOfOneTrader
        />
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
      {hasList && data && data.results.length > 0 ? (
        <p>
          <PageLink to={`${pageHref(language, "signal")}?trader=${encodeURIComponent(handle)}`}>
            {t("detail.allSignals")}
          </PageLink>
        </p>
      ) : null}
    </section>
  );
}
