/** The top of the ranking, one line for each trader. */
import { useTranslation } from "react-i18next";
import { isAbsent } from "#client/data/http-error.ts";
import { topTradersKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Sparkline } from "#client/features/figures/sparkline.tsx";
import { TraderName } from "#client/features/figures/trader-name.tsx";
import { VerdictChip, WinRateNumber } from "#client/features/figures/win-rate.tsx";
import { LEADERS_ON_HOME } from "#client/pages/page-keys.ts";
import { PageLink } from "#client/ui/link.tsx";
import { TraderPage } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";

/** Renders nothing on a site without a ranking, or while the ranking is empty. */
export function Leaders() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("home");
  const hasRanking = isLinked("traders", useAbsentParts());
  const { data, error, mutate } = useApi(topTradersKey(LEADERS_ON_HOME), TraderPage);
  if (!hasRanking || isAbsent(error) || data?.results.length === 0) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{t("leaders.heading")}</h2>
        <PageLink to={pageHref(language, "traders")}>{t("leaders.more")}</PageLink>
      </div>
      {data ? (
        <ol className="leaders">
          {data.results.map((trader) => (
            <li key={trader.handle}>
              <span className="leaders__name">
                <TraderName {...trader} />
              </span>
              <Sparkline curve={trader.curve} />
              <WinRateNumber statistics={trader.statistics} />
              <VerdictChip verdict={trader.verdict} />
            </li>
          ))}
        </ol>
      ) : (
        <NotLoaded error={error} retry={mutate} />
      )}
    </section>
  );
}
