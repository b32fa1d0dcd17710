/** What was published last. */
import { PageLink } from "#client/app/link.tsx";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { isAbsent } from "#client/data/http-error.ts";
import { latestSignalsKey } from "#client/data/keys.ts";
import { useSignalList } from "#client/data/use-live-news.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { LiveLine } from "#client/record/live-line.tsx";
import { NotLoaded } from "#client/app/part-failed.tsx";
import { SignalTable } from "#client/record/signal-table.tsx";
import { pageHref } from "#shared/routes.ts";
import { LATEST_ON_HOME } from "#client/pages/page-keys.ts";

export function LatestSignals() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const key = latestSignalsKey(LATEST_ON_HOME);
  const { data, error, mutate } = useSignalList(key);
  if (isAbsent(error)) return null;
  return (
    <section>
      <h2>{t("latest.heading")}</h2>
      {data ? <LiveLine page={data} listKey={key} /> : null}
      {data ? (
        <SignalTable
          caption={t("latest.heading")}
          signals={data.results}
          empty={
            <>
              <h3>{t("latest.empty.title")}</h3>
              <p>{t("latest.empty.text")}</p>
            </>
          }
        />
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
      {data && data.results.length > 0 ? (
        <p>
          <PageLink to={pageHref(language, "signal")}>{t("latest.more")}</PageLink>
        </p>
      ) : null}
    </section>
  );
}
