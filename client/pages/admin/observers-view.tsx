/** Outside observers of the log: when each was last heard from, and its objections. */
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE, useFormats } from "#client/features/ledger/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { Time } from "#client/ui/time.tsx";
import { AdminList } from "./admin-list.tsx";
import { type LogObserver, LogObserverList } from "#shared/contracts/log.ts";

export function ObserversView() {
  const { t } = useTranslation("admin");
  const answer = useApi("/api/admin/log-observers/", LogObserverList);
  const columns = useColumns();
  return (
    <section>
      <h2>{t("observers.heading")}</h2>
      <p className="intro">{t("observers.intro")}</p>
      <AdminList<LogObserver>
        answer={answer}
        caption={t("observers.heading")}
        columns={columns}
        rowKey={({ kind, name }) => `${kind} ${name}`}
        empty={t("observers.empty")}
      />
    </section>
  );
}

function useColumns(): readonly Column<LogObserver>[] {
  const { t } = useTranslation("admin");
  const { count } = useFormats();
  return [
    {
      key: "name",
      header: t("observers.name"),
      cell: ({ name, kind }) => <TwoLines isTyped first={name} second={t(`observers.kinds.${kind}`)} />,
    },
    {
      key: "heard",
      header: t("observers.heard"),
      isTime: true,
      cell: ({ succeeded_at }) => <When at={succeeded_at} />,
    },
    { key: "size", header: t("observers.size"), isNumber: true, cell: ({ size }) => count(size) },
    { key: "state", header: t("fields.state"), cell: (observer) => <State observer={observer} /> },
  ];
}

function When({ at }: { readonly at: string | null }) {
  return at === null ? NO_VALUE : <Time at={at} precision="listed" />;
}

/** Faults and objections, quoted as received. */
function State({ observer }: { readonly observer: LogObserver }) {
  const { t } = useTranslation("admin");
  const { status, failed_at, failure, objected_at, objection, refused_note, seen_note } = observer;
  return (
    <span className="two-lines">
      <strong>{t(`observers.statuses.${status}`)}</strong>
      {failure === null ? null : (
        <small>
          <When at={failed_at} /> <span lang="en">{failure}</span>
        </small>
      )}
      {objection === null ? null : (
        <small>
          {t("observers.objected")} <When at={objected_at} /> <span lang="en">{objection}</span>
        </small>
      )}
      {refused_note === null ? null : (
        <details>
          <summary>{t("observers.checkpoints")}</summary>
          <p>{t("observers.refused")}</p>
          <code className="as-sent">{refused_note}</code>
          <p>{t("observers.seen")}</p>
          <code className="as-sent">{seen_note ?? t("observers.notShown")}</code>
        </details>
      )}
    </span>
  );
}
