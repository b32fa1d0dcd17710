/** The whole tally: all signals ever published, without any selection, and the newest ledger entry. */
import { useTranslation } from "react-i18next";
import { summaryKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useAbsentParts, useSiteText } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { PastResults } from "#client/features/figures/past-results.tsx";
import { Counts, Results } from "#client/features/figures/statistics.tsx";
import { WinRateFigure } from "#client/features/figures/win-rate.tsx";
import { asPart } from "#client/ui/part.tsx";
import { Time } from "#client/ui/time.tsx";
import { Summary } from "#shared/contracts/traders.ts";

export const RecordSoFar = asPart(Record);

function Record() {
  const { data: summary, error, mutate } = useApi(summaryKey, Summary);
  const hasLedger = !useAbsentParts().includes("ledger");
  if (!summary) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <Tally summary={summary} />
      {hasLedger ? <NewestEntry head={summary.head} /> : null}
    </>
  );
}

function Tally({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation(["about", "common", "live"]);
  const siteText = useSiteText();
  const { count } = useFormats();
  const { statistics, signals, traders, retired_traders: retired } = summary;
  return (
    <>
      <p>{siteText(t("record.note"))}</p>
      <WinRateFigure statistics={statistics} caption={t("record.rateCaption")} />
      <PastResults />
      <Counts
        statistics={statistics}
        lead={[
          { name: t("common:navigation.signals"), value: count(signals) },
          {
            name: t("live:summary.traders"),
            value: count(traders),
            note: retired > 0 ? t("live:summary.retired", { count: retired }) : undefined,
          },
        ]}
      />
      {statistics.settled > 0 ? <Results statistics={statistics} /> : null}
    </>
  );
}

/**
 * Number, time and hash of the newest ledger entry, for readers to write down: a later rewrite of the past would no longer
 * match.
 */
function NewestEntry({ head }: Pick<Summary, "head">) {
  const { t } = useTranslation("about");
  const { count } = useFormats();
  if (head === null) return <p>{t("head.empty")}</p>;
  return (
    <figure className="ledger-head">
      <figcaption>{t("head.caption")}</figcaption>
      <dl className="entry__links">
        <div>
          <dt>{t("head.seq")}</dt>
          <dd>{count(head.seq)}</dd>
        </div>
        <div>
          <dt>{t("head.time")}</dt>
          <dd>
            <Time at={head.at} precision="second" />
          </dd>
        </div>
        <div>
          <dt>{t("head.hash")}</dt>
          <dd>
            <code>{head.hash}</code>
          </dd>
        </div>
      </dl>
    </figure>
  );
}
