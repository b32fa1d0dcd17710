/** The account's history of acts by the member or by staff. */
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { type AccountAct, AccountActList } from "#shared/contracts/profile.ts";

export const actsKey = "/api/profile/acts/";

export function Acts() {
  const { t } = useTranslation("profile");
  const { data, error, mutate } = useApi(actsKey, AccountActList);
  const columns = useColumns();
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <p className="intro">{t("acts.text")}</p>
      <DataTable<AccountAct>
        caption={t("acts.heading")}
        columns={columns}
        rows={data.results}
        rowKey={({ at, action }) => `${at} ${action}`}
        empty={<p>{t("acts.none")}</p>}
      />
    </>
  );
}

function useColumns(): readonly Column<AccountAct>[] {
  const { t } = useTranslation("profile");
  return [
    {
      key: "action",
      header: t("acts.action"),
      cell: (act) => (
        <span className="two-lines">
          <span>{t(`acts.actions.${act.action}`)}</span>
          <Changes act={act} />
        </span>
      ),
    },
    { key: "by", header: t("acts.by"), cell: ({ by }) => t(`acts.byWhom.${by}`) },
    {
      key: "at",
      header: t("acts.at"),
      isTime: true,
      cell: ({ at }) => <Time at={at} precision="listed" />,
    },
    { key: "network", header: t("acts.network"), cell: ({ network }) => network || NO_VALUE },
  ];
}

/** Changes by staff; those without a translation are omitted. */
function Changes({ act: { action, detail } }: { readonly act: AccountAct }) {
  const { t } = useTranslation("profile");
  if (action !== "account_changed") return null;
  const words: Readonly<Record<string, string>> = t("acts.details", { returnObjects: true });
  const changes = Object.entries(detail).flatMap(([name, value]) => words[`${name}_${String(value)}`] ?? []);
  return <small>{changes.join(", ")}</small>;
}
