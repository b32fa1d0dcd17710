/** Columns of the open signals: a checkbox for those ended by hand, the time left beside the expiry, and the buttons that settle or void. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { PriceWait } from "#client/features/figures/price-wait.tsx";
import { SignalName } from "#client/features/figures/signal.tsx";
import { useRunsFor, useTimeLeft } from "#client/features/figures/time-left.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { SelectBox, type Selection } from "./selection.tsx";
import { EndSignal } from "./signal-acts.tsx";

/** Whether staff settle it, and not prices. */
export function isByHand({ price_rule: rule }: Signal): boolean {
  return rule === null;
}

export function useQueueColumns(selection: Selection<Signal>): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common", "queue"]);
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: (signal) => (
        <span className="select-row">
          {isByHand(signal) ? (
            <SelectBox isSelected={selection.has(signal.id)} onToggle={() => selection.toggle(signal.id)}>
              <span className="visually-hidden">
                {t("queue:select")} {signal.asset}, #{signal.published_seq}
              </span>
            </SelectBox>
          ) : null}
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
      cell: ({ entry_at }) => <Time at={entry_at} precision="listed" />,
    },
    {
      key: "expiry",
      header: t("open.expiry"),
      isTime: true,
      cell: (signal) => (
        <span className="two-lines">
          <Time at={signal.expires_at} precision="listed" />
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
          <Time at={signal.settle_by} precision="listed" />
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

interface TimesProps {
  readonly expiresMs: number;
}

/** The time until the signal expires, to the minute; nothing afterwards. */
function UntilExpiry({ expiresMs }: TimesProps) {
  const leftMs = useTimeLeft(expiresMs);
  const runsFor = useRunsFor();
  return leftMs === null || leftMs < 0 ? null : <small>{runsFor(leftMs)}</small>;
}

/** The time from its expiry until its deadline; nothing before. */
function UntilDeadline({ expiresMs, settleByMs }: TimesProps & { readonly settleByMs: number }) {
  const { t } = useTranslation("queue");
  const { span } = useFormats();
  const runsMs = useTimeLeft(expiresMs);
  const leftMs = useTimeLeft(settleByMs);
  if (runsMs === null || leftMs === null || runsMs >= 0) return null;
  if (leftMs < 0) return <small>{t("left.overdue")}</small>;
  return <small>{leftMs === 0 ? t("left.settleAtOnce") : t("left.settle", { span: span(leftMs) })}</small>;
}
