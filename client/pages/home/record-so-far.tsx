/** The totals over everything ever published: nothing chosen, nothing left out. */
import { PageLink } from "#client/app/link.tsx";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { summaryKey } from "#client/data/keys.ts";
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { NotLoaded } from "#client/app/part-failed.tsx";
import { PastResults } from "#client/record/past-results.tsx";
import { Counts, Results } from "#client/record/statistics.tsx";
import { Summary as SummaryContract, type Summary } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/routes.ts";

export function RecordSoFar() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const { data: summary, error, mutate } = useApi(summaryKey, SummaryContract);
  if (isAbsent(error)) return null;
  return (
    <section>
      <h2>{t("record.heading")}</h2>
      {summary ? <Totals summary={summary} /> : <NotLoaded error={error} retry={mutate} />}
      <p>
        <PageLink to={pageHref(language, "traders")}>{t("record.more")}</PageLink>
      </p>
    </section>
  );
}

function Totals({ summary }: { readonly summary: Summary }) {
  const { t } = useTranslation("home");
  const { count } = useFormats();
  const { statistics, signals, traders, retired_traders } = summary;
  return (
    <>
      <p className="intro">{t("record.note")}</p>
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
