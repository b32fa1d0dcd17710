/** The rest of a trader's record, collapsed at first: all counts and results, former names, and ways to share it. */
import { useTranslation } from "react-i18next";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Counts, Results } from "#client/features/figures/statistics.tsx";
import { ShareLinks } from "#client/features/share/share-links.tsx";
import { Time } from "#client/ui/time.tsx";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { EmbedSection } from "./embed/embed-section.tsx";

interface RecordDetailsProps {
  readonly trader: TraderDetail;
}

export function RecordDetails({ trader }: RecordDetailsProps) {
  const { t } = useTranslation("traders");
  const { brand } = useRuntimeConfig();
  return (
    <section>
      <details className="record-details">
        <summary>{t("detail.details")}</summary>
        <h2>{t("detail.counts")}</h2>
        <Counts statistics={trader.statistics} />
        <h2>{t("detail.results")}</h2>
        <Results statistics={trader.statistics} />
        <FormerNames trader={trader} />
        <ShareLinks title={t("embed.title", { trader: trader.name, brand: brand.name })} />
        <EmbedSection trader={trader} />
      </details>
    </section>
  );
}

/** Names that the trader had before; renders nothing if there are none. */
function FormerNames({ trader }: RecordDetailsProps) {
  const { t } = useTranslation("traders");
  if (trader.former_names.length === 0) return null;
  return (
    <>
      <h2>{t("detail.formerNames")}</h2>
      <ul>
        {trader.former_names.map(({ name, until }) => (
          <li key={until}>
            {name === null ? t("detail.erasedName") : <bdi>{name}</bdi>}, {t("detail.until")}{" "}
            <Time at={until} />
          </li>
        ))}
      </ul>
    </>
  );
}
