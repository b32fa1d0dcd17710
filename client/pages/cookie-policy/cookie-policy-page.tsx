/** Cookie policy: its table is generated from the list of everything that the product stores. */
import "#client/pages/reading-pages.css";
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";
import { LegalPage } from "#client/pages/legal-page.tsx";
import { useOperatorValues } from "#client/pages/page-marks.tsx";
import { DataTable } from "#client/ui/data-table.tsx";
import { type Language, LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { STORAGE_REGISTRY } from "#shared/site/storage-registry.ts";
import { DAY_MS, SECOND_MS } from "#shared/time/time-units.ts";

const SECTIONS = ["scope", "table", "consent", "control", "contact"] as const;

export function CookiePolicyPage() {
  const { t } = useTranslation(["cookie-policy", "common"]);
  const values = useOperatorValues();
  return (
    <LegalPage
      title={t("heading")}
      lead={t("lead")}
      sections={SECTIONS}
      sectionTitle={(id) => t(`sections.${id}.title`)}
      body={(id) => t(`sections.${id}.body`, { returnObjects: true, ...values })}
      below={{ table: <StorageTable /> }}
      revisedOn="2026-11-21"
    />
  );
}

type Entry = (typeof STORAGE_REGISTRY)[number];

/** Everything that the product stores on a device, one row for each entry. */
function StorageTable() {
  const { language } = useRuntimeConfig();
  const absent = useAbsentParts();
  const siteText = useSiteText();
  const { t } = useTranslation("cookie-policy");
  const lifetimeOf = ({ lifetime }: Entry) =>
    typeof lifetime === "string" ? t(`lifetimes.${lifetime}`) : formatLifetime(lifetime.seconds, language);
  return (
    <DataTable<Entry>
      layout="storage"
      caption={t("table.caption")}
      rows={STORAGE_REGISTRY.filter((entry) => !("part" in entry) || !absent.includes(entry.part))}
      rowKey={({ name }) => name}
      empty={null}
      columns={[
        { key: "name", header: t("table.name"), cell: nameOf },
        { key: "kind", header: t("table.kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
        {
          key: "purpose",
          header: t("table.purpose"),
          cell: ({ purpose }) => siteText(t(`purposes.${purpose}`)),
        },
        { key: "lifetime", header: t("table.lifetime"), cell: lifetimeOf },
      ]}
    />
  );
}

function nameOf({ name }: Entry) {
  return <code>{name}</code>;
}

/** In whole days if it is at least a day, otherwise in seconds. */
function formatLifetime(seconds: number, language: Language): string {
  const isDays = seconds >= DAY_MS / SECOND_MS;
  return new Intl.NumberFormat(LANGUAGE_FACTS[language].tag, {
    style: "unit",
    unit: isDays ? "day" : "second",
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(isDays ? seconds / (DAY_MS / SECOND_MS) : seconds);
}
