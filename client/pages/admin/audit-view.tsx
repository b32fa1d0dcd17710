/** The audit log: what staff did, when and from where; written together with the act and never changed. */
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DownloadStatus, useDownload } from "#client/features/download/download.tsx";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { AUDIT_ACTIONS, type AuditEntry, AuditPage } from "#shared/contracts/audit.ts";
import { ACCOUNT_ACTIONS } from "#shared/contracts/profile.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { detailHref } from "#shared/site/routes.ts";
import { column, ListSection, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { listQuery, useListKey } from "./admin-query.ts";

const FILTERS = ["actor", "action", "from", "to"] as const;
const auditPath = "/api/admin/audit/";

export function AuditView() {
  const { t } = useTranslation("admin");
  const [query] = useSearchParams();
  const describe = useDetailText();
  const download = useDownload();
  const answer = useApi(useListKey(auditPath, FILTERS), AuditPage);
  const exported = `${auditPath}export.csv/?for=excel&${listQuery(query, FILTERS)}`;
  const columns: readonly Column<AuditEntry>[] = [
    timeColumn("at", t("audit.at"), ({ at }) => <TimeOrDash at={at} />),
    column("actor", t("audit.actor"), ({ actor }) => (
      <span className="typed">{actor.pocketoption_id ?? t("audit.deletedAccount")}</span>
    )),
    column("action", t("audit.action"), ({ action, detail }) => (
      <TwoLines
        first={t(`audit.actions.${action}`)}
        second={Object.keys(detail).length > 0 ? describe(detail) : null}
      />
    )),
    column("target", t("audit.target"), (entry) => (
      <span className="two-lines typed">
        <Target entry={entry} />
      </span>
    )),
    column("network", t("audit.network"), ({ network }) => network || NO_VALUE),
    column("request", t("audit.request"), ({ request_id }) => <code>{request_id}</code>),
  ];
  return (
    <ListSection
      heading={t("audit.heading")}
      intro={t("audit.intro")}
      filter={{
        label: t("audit.filter"),
        filters: [
          {
            kind: "text",
            name: "actor",
            label: t("audit.filters.actor"),
            problem: t("problems.pocketoption_id"),
            maxLength: BOUNDS.accountId.max,
          },
          {
            kind: "choice",
            name: "action",
            label: t("audit.filters.action"),
            any: t("audit.anyAction"),
            options: AUDIT_ACTIONS.map((value) => ({ value, text: t(`audit.actions.${value}`) })),
          },
          { kind: "date", name: "from", label: t("audit.filters.from") },
          { kind: "date", name: "to", label: t("audit.filters.to") },
        ],
        actions: (
          <>
            <Button
              look="quiet"
              isBusy={download.receivedBytes !== null}
              onClick={() => download.start(exported, "audit-log.csv")}
            >
              {t("audit.export")}
            </Button>
            <DownloadStatus download={download} />
          </>
        ),
      }}
      answer={answer}
      columns={columns}
      rowKey={({ seq }) => seq}
      layout="audit"
      empty={t("audit.none")}
      noMatch={t("audit.empty")}
    />
  );
}

/** The target of an act in a readable form. */
function Target({ entry: { action, target, target_name } }: { readonly entry: AuditEntry }) {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation("admin");
  const [kind] = action.split("_");
  if (kind === "signal") {
    return (
      <PageLink to={detailHref(language, "signal", target)}>
        <code>{target}</code>
      </PageLink>
    );
  }
  if (kind === "trader") return <PageLink to={detailHref(language, "traders", target)}>{target}</PageLink>;
  const isAccount = ACCOUNT_ACTIONS.some((one) => one === action);
  return target_name ?? (isAccount ? t("audit.deletedAccount") : target);
}

type Words = Readonly<Record<string, string>>;

/** The changes of an act, as `Outcome: won`; names and values without a translation are shown as they are in the log. */
function useDetailText(): (detail: AuditEntry["detail"]) => string {
  const { t } = useTranslation(["admin", "common"]);
  const names: Words = {
    ...t("fields", { returnObjects: true }),
    outcome: t("common:record.outcome"),
    from: t("correct.from"),
    is_active: t("fields.state"),
  };
  const [isSet, isNotSet] = [t("accounts.hasPasscode"), t("accounts.noPasscode")];
  const outcomes = t("common:outcome", { returnObjects: true });
  const values: Readonly<Record<string, Words>> = {
    direction: t("common:direction", { returnObjects: true }),
    outcome: outcomes,
    from: outcomes,
    role: t("roles", { returnObjects: true }),
    is_active: { true: t("accounts.active"), false: t("accounts.inactive") },
    passcode: { true: isSet, set: isSet, false: isNotSet, removed: isNotSet },
  };
  return (detail) =>
    Object.entries(detail)
      .map(([name, value]) =>
        t("audit.detail", {
          name: names[name] ?? name,
          value: values[name]?.[String(value)] ?? String(value),
        }),
      )
      .join(", ");
}
