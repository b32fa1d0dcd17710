/** The log's witnesses: when each was last heard from, and its objections. */
import { useTranslation } from "react-i18next";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { column, ListSection, numberColumn, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { type LogWitness, LogWitnessList } from "#shared/contracts/log.ts";

export function WitnessesView() {
  const { t } = useTranslation("admin");
  const { count } = useFormats();
  const columns: readonly Column<LogWitness>[] = [
    column("name", t("witnesses.name"), ({ name }) => <span className="typed">{name}</span>),
    timeColumn("heard", t("witnesses.heard"), ({ succeeded_at }) => <TimeOrDash at={succeeded_at} />),
    numberColumn("size", t("witnesses.size"), ({ size }) => count(size)),
    column("state", t("fields.state"), (witness) => <State witness={witness} />),
  ];
  return (
    <ListSection
      heading={t("witnesses.heading")}
      intro={t("witnesses.intro")}
      answer={useApi("/api/admin/log-witnesses/", LogWitnessList)}
      columns={columns}
      rowKey={({ name }) => name}
      empty={t("witnesses.empty")}
    />
  );
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
          <TimeOrDash at={failed_at} /> <span lang="en">{failure}</span>
        </small>
      )}
      {objection === null ? null : (
        <small>
          {t("witnesses.objected")} <TimeOrDash at={objected_at} /> <span lang="en">{objection}</span>
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
