/** Publishing, and what became of what was published: the open signals, to settle or to void. */
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CursorPages } from "#client/app/cursor-pages.tsx";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { useApi } from "#client/data/use-api.ts";
import { Direction } from "#client/record/direction.tsx";
import { useFormats } from "#client/record/formats.ts";
import { NotLoaded } from "#client/record/not-loaded.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { detailHref } from "#shared/routes.ts";
import { useListKey } from "./admin-query.ts";
import { EndSignal } from "./end-signal.tsx";
import { PublishForm } from "./publish-form.tsx";

export function SignalsView() {
  const { t } = useTranslation("admin");
  return (
    <>
      <section>
        <h2>{t("publish.heading")}</h2>
        <p className="intro">{t("publish.intro")}</p>
        <PublishForm />
      </section>
      <section>
        <h2>{t("open.heading")}</h2>
        <OpenSignals />
      </section>
    </>
  );
}

function OpenSignals() {
  const { t } = useTranslation("admin");
  const key = useListKey("/api/signals/", [], { outcome: "open" });
  const { data, error, mutate } = useApi(key, SignalPage);
  const columns = useColumns();
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <DataTable<Signal>
        caption={t("open.heading")}
        columns={columns}
        rows={data.results}
        rowKey={({ id }) => id}
        empty={<p>{t("open.empty")}</p>}
      />
      <CursorPages count={data.results.length} next={data.next} />
    </>
  );
}

function useColumns(): readonly Column<Signal>[] {
  const { language } = useRuntimeConfig();
  const { t } = useTranslation(["admin", "common"]);
  const { locale } = useFormats();
  const time = (instant: string) => <Time epochMs={Date.parse(instant)} locale={locale} />;
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: ({ id, asset, direction }) => (
        <span className="signal-name">
          <Link to={detailHref(language, "signal", id)}>{asset}</Link> <Direction direction={direction} />
        </span>
      ),
    },
    { key: "trader", header: t("common:record.trader"), cell: ({ trader }) => trader.name },
    { key: "entry", header: t("common:record.entry"), cell: ({ entry_at }) => time(entry_at) },
    { key: "expiry", header: t("open.expiry"), cell: ({ expires_at }) => time(expires_at) },
    { key: "deadline", header: t("open.settleBy"), cell: ({ settle_by }) => time(settle_by) },
    { key: "end", header: t("open.action"), cell: (signal) => <EndSignal signal={signal} /> },
  ];
}
