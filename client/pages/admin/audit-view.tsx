/** The audit log: what staff did, when and from where; written together with the act and never changed. */
import { useSearchParams } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { DownloadStatus, useDownload } from "#client/features/download/download.tsx";
import { useTranslation } from "react-i18next";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { useDateField, useDates } from "#client/features/filters/filter-fields.ts";
import { DateField } from "#client/ui/date-field/date-field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TwoLines } from "#client/ui/two-lines.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { AUDIT_ACTIONS, type AuditEntry, AuditPage } from "#shared/contracts/audit.ts";
import { orderOfStyle, parseDateText } from "#shared/time/date-text.ts";
import { LANGUAGE_FACTS } from "#shared/site/languages.ts";
import { detailHref } from "#shared/site/routes.ts";
import { ListSection, timeColumn } from "./admin-list.tsx";
import { listQuery, refusedFields, useListKey } from "./admin-query.ts";
import { SearchForm } from "./list-search.tsx";

const FILTERS = ["actor", "action", "from", "to"] as const;
const auditPath = "/api/admin/audit/";

export function AuditView() {
  const { t } = useTranslation(["admin", "common"]);
  const answer = useApi(useListKey(auditPath, FILTERS), AuditPage);
  const problems = refusedFields(answer.error);
  const [query] = useSearchParams();
  const isNarrowed = listQuery(query, [...FILTERS, "cursor"]).size > 0;
  return (
    <ListSection
      heading={t("audit.heading")}
      intro={t("audit.intro")}
      search={<Filters problems={problems} />}
      answer={answer}
      columns={useColumns()}
      rowKey={({ seq }) => seq}
      layout="audit"
      empty={isNarrowed ? t("audit.empty") : t("audit.none")}
      refusal={problems && t("search.refused")}
    />
  );
}

/** `problems` by the field's name; null where the filters were not refused. */
function Filters({ problems }: { readonly problems: Readonly<Record<string, unknown>> | null }) {
  const { t } = useTranslation(["admin", "filters"]);
  const [query] = useSearchParams();
  const { language } = useRuntimeConfig();
  const filters = listQuery(query, FILTERS);
  const { written } = useDates(query);
  const download = useDownload();
  const problemTexts = {
    actor: t("problems.pocketoptionId"),
    action: t("filters:problems.choice"),
    from: t("filters:problems.date"),
    to: t("filters:problems.dateTo"),
  } satisfies Record<(typeof FILTERS)[number], string>;
  const field = (name: (typeof FILTERS)[number]) => ({
    name,
    label: t(`audit.filters.${name}`),
    defaultValue: query.get(name) ?? "",
    error: problems?.[name] === undefined ? undefined : problemTexts[name],
  });
  const { dates } = LANGUAGE_FACTS[language];
  const dateProps = useDateField("UTC");
  const date = (name: "from" | "to") => ({ ...field(name), ...dateProps, defaultValue: written(name) });
  const actions = AUDIT_ACTIONS.map((value) => ({ value, text: t(`audit.actions.${value}`) }));
  return (
    <SearchForm
      label={t("audit.filter")}
      view="audit"
      isNarrowed={filters.size > 0}
      isRefused={problems !== null}
      meantBy={(name, typed) =>
        name === "from" || name === "to"
          ? (parseDateText(typed, dates && orderOfStyle(dates)) ?? typed)
          : typed
      }
      actions={
        <>
          <Button
            look="quiet"
            isBusy={download.receivedBytes !== null}
            onClick={() => download.start(`${auditPath}export.csv/?for=excel&${filters}`, "audit-log.csv")}
          >
            {t("audit.export")}
          </Button>
          <DownloadStatus download={download} />
        </>
      }
    >
      <TextField {...field("actor")} autoComplete="off" maxLength={64} />
      <SelectField
        {...field("action")}
        key={query.get("action")}
        options={[{ value: "", text: t("audit.anyAction") }, ...actions]}
      />
      <DateField {...date("from")} />
      <DateField {...date("to")} />
    </SearchForm>
  );
}

function useColumns(): readonly Column<AuditEntry>[] {
  const { t } = useTranslation("admin");
  const describe = useDetailText();
  return [
    timeColumn("at", t("audit.at"), ({ at }) => at),
    {
      key: "actor",
      header: t("audit.actor"),
      cell: ({ actor }) => (
        <span className="typed">{actor.pocketoption_id ?? t("audit.deletedAccount")}</span>
      ),
    },
    {
      key: "action",
      header: t("audit.action"),
      cell: ({ action, detail }) => (
        <TwoLines
          first={t(`audit.actions.${action}`)}
          second={Object.keys(detail).length > 0 ? describe(detail) : null}
        />
      ),
    },
    {
      key: "target",
      header: t("audit.target"),
      cell: (entry) => (
        <span className="two-lines typed">
          <Target entry={entry} />
        </span>
      ),
    },
    { key: "network", header: t("audit.network"), cell: ({ network }) => network || NO_VALUE },
    { key: "request", header: t("audit.request"), cell: ({ request_id }) => <code>{request_id}</code> },
  ];
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
  if (kind === "ingest") return target_name ?? target;
  return target_name ?? t("audit.deletedAccount");
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
