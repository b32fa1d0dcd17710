/** For a member who follows nobody: traders to read about. */
import { useTranslation } from "react-i18next";
import { topTradersKey } from "#client/data/keys.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { PageLink } from "#client/ui/link.tsx";
import { TraderPage } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { TraderLines } from "./trader-lines.tsx";

const PROPOSED = 3;

export function Proposals() {
  const { t } = useTranslation("watch");
  if (!isLinked("traders", useAbsentParts())) return <p>{t("traders.empty")}</p>;
  return <FirstOfRanking />;
}

function FirstOfRanking() {
  const { t } = useTranslation("watch");
  const { language } = useRuntimeConfig();
  const { data, error, mutate } = useApi(topTradersKey(PROPOSED), TraderPage);
  // Replaces the whole section: its link would move when the rows load.
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <section>
      <h2>{t("proposals.heading")}</h2>
      <p>{t("proposals.text")}</p>
      <TraderLines
        caption={t("proposals.heading")}
        traders={data.results}
        empty={<p>{t("proposals.none")}</p>}
      />
      <p>
        <PageLink to={pageHref(language, "traders")}>{t("traders.find")}</PageLink>
      </p>
    </section>
  );
}
