/** Messages of machines that were refused, with the reason their sender was given. */
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { type IngestFailure, IngestFailurePage } from "#shared/contracts/hooks.ts";
import { AdminList } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";

export function FailuresView() {
  const { t } = useTranslation("admin");
  const answer = useApi(useListKey("/api/admin/ingest-failures/", []), IngestFailurePage);
  const columns = useColumns();
  return (
    <section>
      <h2>{t("failures.heading")}</h2>
      <p className="intro">{t("failures.intro")}</p>
      <AdminList<IngestFailure>
        answer={answer}
        caption={t("failures.heading")}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("failures.empty")}
      />
    </section>
  );
}

function useColumns(): readonly Column<IngestFailure>[] {
  const { t } = useTranslation("admin");
  const { locale } = useFormats();
  return [
    {
      key: "at",
      header: t("failures.received"),
      cell: ({ received_at }) => (
        <Time epochMs={Date.parse(received_at)} locale={locale} precision="second" />
      ),
    },
    {
      key: "key",
      header: t("failures.key"),
      cell: ({ key }) => (
        <span className="two-lines typed">
          <span>{key.label}</span>
          <small>{key.trader}</small>
        </span>
      ),
    },
    {
      key: "reason",
      header: t("failures.reason"),
      cell: ({ code, detail }) => (
        <span className="two-lines">
          <code>{code}</code>
          <small lang="en">{detail}</small>
        </span>
      ),
    },
    { key: "message", header: t("failures.message"), cell: ({ excerpt }) => <code>{excerpt}</code> },
  ];
}
