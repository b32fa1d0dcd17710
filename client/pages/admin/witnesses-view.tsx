/** The log's witnesses: when each was last heard from, and its objections. */
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { AdminList } from "./admin-list.tsx";
import { type LogWitness, LogWitnessList } from "#shared/contracts/log.ts";

export function WitnessesView() {
  const { t } = useTranslation("admin");
  const answer = useApi("/api/admin/log-witnesses/", LogWitnessList);
  const columns = useColumns();
  return (
    <section>
      <h2>{t("witnesses.heading")}</h2>
      <p className="intro">{t("witnesses.intro")}</p>
      <AdminList<LogWitness>
        answer={answer}
        caption={t("witnesses.heading")}
        columns={columns}
        rowKey={({ name }) => name}
        empty={t("witnesses.empty")}
      />
    </section>
  );
}

function useColumns(): readonly Column<LogWitness>[] {
  const { t } = useTranslation("admin");
  const { count } = useFormats();
  return [
    {
      key: "name",
      header: t("witnesses.name"),
      cell: ({ name }) => <span className="typed">{name}</span>,
    },
    {
      key: "heard",
      header: t("witnesses.heard"),
      isTime: true,
      cell: ({ succeeded_at }) => <When at={succeeded_at} />,
    },
    { key: "size", header: t("witnesses.size"), isNumber: true, cell: ({ size }) => count(size) },
    { key: "state", header: t("fields.state"), cell: (witness) => <State witness={witness} /> },
  ];
}

function When({ at }: { readonly at: string | null }) {
  return at === null ? NO_VALUE : <Time at={at} precision="listed" />;
}

/** Faults and objections, quoted as received. */
function State({ witness }: { readonly witness: LogWitness }) {
  const { t } = useTranslation("admin");
  const { status, failed_at, failure, objected_at, objection, refused_note, seen_note } = witness;
  return (
    <span className="two-lines">
      <strong>{t(`witnesses.statuses.${status}`)}</strong>
      {failure === null ? null : (
        <small>
          <When at={failed_at} /> <span lang="en">{failure}</span>
        </small>
      )}
      {objection === null ? null : (
        <small>
          {t("witnesses.objected")} <When at={objected_at} /> <span lang="en">{objection}</span>
        </small>
      )}
      {refused_note === null ? null : (
        <details>
          <summary>{t("witnesses.checkpoints")}</summary>
          <p>{t("witnesses.refused")}</p>
          <code className="as-sent">{refused_note}</code>
          <p>{t("witnesses.seen")}</p>
          <code className="as-sent">{seen_note ?? t("witnesses.notShown")}</code>
        </details>
      )}
    </span>
  );
}
