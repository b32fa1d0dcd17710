/** One trader's whole record. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { latestSignalsKey, traderKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { FollowButton } from "#client/features/follow/follow-button.tsx";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { useSignalList } from "#client/features/live/use-live-news.ts";
import { NewsPill } from "#client/features/live/news-pill.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { PastResults } from "#client/features/ledger/past-results.tsx";
import { Offers } from "#client/features/offers/offers.tsx";
import { SignalTable } from "#client/features/ledger/signal-table.tsx";
import { Counts, Results } from "#client/features/ledger/statistics.tsx";
import { WinRateFigure } from "#client/features/ledger/win-rate.tsx";
import { ShareLinks } from "#client/features/share/share-links.tsx";
import { Time } from "#client/ui/time.tsx";
import { TraderDetail as TraderDetailContract, type TraderDetail } from "#shared/contracts/traders.ts";
import { detailHref, pageHref } from "#shared/routes.ts";
import { isLinked } from "#shared/site-parts.ts";
import { Calibration } from "./calibration.tsx";
import { EvidenceSection } from "./evidence-section.tsx";
import { EmbedSection } from "./embed/embed-section.tsx";
import { compareHref } from "./compare/compared-handles.ts";
import { EquitySection } from "./equity-section.tsx";
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
  const { brand } = useRuntimeConfig();
  const canFollow = !useAbsentParts().includes("follows");
  const { statistics } = trader;
  return (
    <>
      <header className="record-head">
        <h1>
          <bdi>{trader.name}</bdi>
        </h1>
        {canFollow ? <FollowButton trader={trader} /> : null}
        <Standing trader={trader} />
        <FormerNames trader={trader} />
      </header>
      {trader.retired_at === null ? null : <p className="callout">{t("detail.retiredNote")}</p>}
      <PastResults />
      <Witnessed trader={trader} isOnly={isOnlyWitnessed} />
      <WinRateFigure
        statistics={statistics}
        caption={t("detail.rateCaption")}
        verdict={isOnlyWitnessed ? undefined : trader.verdict}
      />
      {isOnlyWitnessed ? null : <EvidenceSection trader={trader} />}
      <Offers />
      <section>
        <h2>{t("detail.counts")}</h2>
        <Counts statistics={statistics} />
      </section>
      <section>
        <h2>{t("detail.results")}</h2>
        <p className="intro">{t("detail.resultsNote")}</p>
        <Results statistics={statistics} />
        <EquitySection trader={trader} />
      </section>
      {isOnlyWitnessed ? null : <SlicesSection handle={trader.handle} />}
      <Calibration bins={trader.calibration} />
      <LatestOfTrader handle={trader.handle} />
      <ShareLinks title={t("embed.title", { trader: trader.name, brand: brand.name })} />
      <EmbedSection trader={trader} />
    </>
  );
}

function Standing({ trader }: { readonly trader: TraderDetail }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("traders");
  return (
    <p>
      {trader.handle} · {t("detail.since")} <Time at={trader.joined_at} precision="day" />
      {trader.retired_at === null ? null : (
        <span>
          {" · "}
          {t("detail.retired")} <Time at={trader.retired_at} precision="day" />
        </span>
      )}
      <span>{" · "}</span>
      <PageLink to={compareHref(language, [trader.handle])}>{t("compare.withOthers")}</PageLink>
    </p>
  );
}

/** Names that the trader had before; renders nothing if there are none. */
function FormerNames({ trader }: { readonly trader: TraderDetail }) {
  const { t } = useTranslation("traders");
  if (trader.former_names.length === 0) return null;
  return (
    <details>
      <summary>{t("detail.formerNames")}</summary>
      <ul>
        {trader.former_names.map(({ name, until }) => (
          <li key={until}>
            {name === null ? t("detail.erasedName") : <bdi>{name}</bdi>}, {t("detail.until")}{" "}
            <Time at={until} />
          </li>
        ))}
      </ul>
    </details>
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
    <p className={isOnly ? "callout callout--caution" : "callout"}>
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
