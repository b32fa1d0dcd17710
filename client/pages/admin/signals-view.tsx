/** Publishing, and what became of what was published: the open signals, to settle or to void. */
import { useApi } from "#client/data/use-api.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { PriceWait } from "#client/features/ledger/price-wait.tsx";
import { SignalName } from "#client/features/ledger/signal.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { AdminList } from "./admin-list.tsx";
import { useListKey } from "./admin-query.ts";
import { EndSignal } from "./signal-acts.tsx";
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
  return (
    <AdminList<Signal>
      answer={useApi(key, SignalPage)}
      caption={t("open.heading")}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={t("open.empty")}
    />
  );
}

function useColumns(): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common"]);
  const { locale } = useFormats();
  const time = (instant: string) => <Time epochMs={Date.parse(instant)} locale={locale} />;
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: (signal) => <SignalName {...signal} />,
    },
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ trader }) => <span className="typed">{trader.name}</span>,
    },
    { key: "entry", header: t("common:record.entry"), cell: ({ entry_at }) => time(entry_at) },
    {
      key: "expiry",
      header: t("open.expiry"),
      cell: ({ expires_at, price_wait }) => (
        <span>
          {time(expires_at)}
          {price_wait ? (
            <small className="waits">
              <PriceWait wait={price_wait} />
            </small>
          ) : null}
        </span>
      ),
    },
    { key: "deadline", header: t("open.settleBy"), cell: ({ settle_by }) => time(settle_by) },
    { key: "end", header: t("open.action"), cell: (signal) => <EndSignal signal={signal} /> },
  ];
}
