/** What the product stores on a device, one row an entry. */
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { DataTable } from "#client/ui/data-table.tsx";
import { LANGUAGE_TAGS, type Language } from "#shared/languages.ts";
import { STORAGE_REGISTRY } from "#shared/storage-registry.ts";

type Entry = (typeof STORAGE_REGISTRY)[number];

export function StorageTable() {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("cookie-policy");
  const lifetimeOf = ({ lifetime }: Entry) =>
    typeof lifetime === "string" ? t(`lifetimes.${lifetime}`) : formatLifetime(lifetime.seconds, language);
  return (
    <DataTable<Entry>
      layout="storage"
      caption={t("table.caption")}
      rows={STORAGE_REGISTRY}
      rowKey={({ name }) => name}
      empty={null}
      columns={[
        { key: "name", header: t("table.name"), cell: nameOf },
        { key: "kind", header: t("table.kind"), cell: ({ kind }) => t(`kinds.${kind}`) },
        { key: "purpose", header: t("table.purpose"), cell: ({ purpose }) => t(`purposes.${purpose}`) },
        { key: "lifetime", header: t("table.lifetime"), cell: lifetimeOf },
      ]}
    />
  );
}

function nameOf({ name }: Entry) {
  return <code>{name}</code>;
}

const SECONDS_PER_DAY = 24 * 60 * 60;

/** Whole days where it is that long, otherwise seconds. */
function formatLifetime(seconds: number, language: Language): string {
  const isDays = seconds >= SECONDS_PER_DAY;
  return new Intl.NumberFormat(LANGUAGE_TAGS[language], {
    style: "unit",
    unit: isDays ? "day" : "second",
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(isDays ? seconds / SECONDS_PER_DAY : seconds);
}
