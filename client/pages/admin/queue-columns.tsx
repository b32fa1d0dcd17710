/** Columns of the open signals: a checkbox, the time left beside the expiry, and the buttons that settle or void. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { PriceWait } from "#client/features/ledger/price-wait.tsx";
import { SignalName } from "#client/features/ledger/signal.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { SelectBox, type Selection } from "./selection.tsx";
import { EndSignal } from "./signal-acts.tsx";
import { UntilDeadline, UntilExpiry } from "./queue-times.tsx";

export function useQueueColumns(selection: Selection<Signal>): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common", "queue"]);
  const { locale } = useFormats();
  const time = (epochMs: number) => <Time epochMs={epochMs} locale={locale} precision="listed" />;
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: (signal) => (
        <span className="select-row">
          <SelectBox isSelected={selection.has(signal.id)} onToggle={() => selection.toggle(signal.id)}>
            <span className="visually-hidden">
              {t("queue:select")} {signal.asset}, #{signal.published_seq}
            </span>
          </SelectBox>
          <SignalName {...signal} />
        </span>
      ),
    },
    {
      key: "trader",
      header: t("common:record.trader"),
      cell: ({ trader }) => <span className="typed">{trader.name}</span>,
    },
    {
      key: "entry",
      header: t("common:record.entry"),
      isTime: true,
      cell: ({ entry_at }) => time(Date.parse(entry_at)),
    },
    {
      key: "expiry",
      header: t("open.expiry"),
      isTime: true,
      cell: (signal) => (
        <span className="two-lines">
          {time(Date.parse(signal.expires_at))}
          <UntilExpiry expiresMs={Date.parse(signal.expires_at)} />
          {signal.price_wait ? (
            <small className="waits">
              <PriceWait wait={signal.price_wait} />
            </small>
          ) : null}
        </span>
      ),
    },
    {
      key: "deadline",
      header: t("open.settleBy"),
      isTime: true,
      cell: (signal) => (
        <span className="two-lines">
          {time(Date.parse(signal.settle_by))}
          <UntilDeadline
            expiresMs={Date.parse(signal.expires_at)}
            settleByMs={Date.parse(signal.settle_by)}
          />
        </span>
      ),
    },
    { key: "end", header: t("open.action"), cell: (signal) => <EndSignal signal={signal} /> },
  ];
}
