/** Columns of the open signals: the time left beside the expiry, and buttons that stage an outcome. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/figures/formats.ts";
import { PriceWait } from "#client/features/figures/price-wait.tsx";
import { SignalName } from "#client/features/figures/signal.tsx";
import { useRunsFor, useTimeLeft } from "#client/features/figures/time-left.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Button } from "#client/ui/button.tsx";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { Time } from "#client/ui/time.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { timeColumn } from "./admin-list.tsx";
import { WhichSignal } from "./correct-signal.tsx";
import { STAGED_OUTCOMES, useStaging } from "./staged.ts";

export function useQueueColumns(): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common", "queue"]);
  return [
    {
      key: "signal",
      header: t("common:record.signal"),
      cell: (signal) => (
        <span className="two-lines">
          <SignalName {...signal} />
          <small className="typed">{signal.trader.name}</small>
        </span>
      ),
    },
    timeColumn("entry", t("common:record.entry"), ({ entry_at }) => entry_at),
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
    {
      key: "stage",
      header: t("common:record.outcome"),
      cell: (signal) => <StageButtons signal={signal} />,
    },
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

/** Settling is possible from expiry, by hand only; what prices decide can only be voided, before its entry. */
function StageButtons({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation(["queue", "common"]);
  const { staged, stage } = useStaging();
  const untilEntryMs = useTimeLeft(Date.parse(signal.entry_at)) ?? 0;
  const untilExpiryMs = useTimeLeft(Date.parse(signal.expires_at)) ?? 0;
  const isPriced = signal.price_rule !== null;
  if (isPriced && untilEntryMs < 0) return <small>{t("deciders.prices")}</small>;
  const outcomes = !isPriced && untilExpiryMs < 0 ? STAGED_OUTCOMES : (["void"] as const);
  const chosen = staged.find((one) => one.signal.id === signal.id)?.outcome;
  return (
    <span className="stage">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          data-outcome={outcome}
          aria-pressed={outcome === chosen}
          onClick={() => stage(signal, outcome === chosen ? null : outcome)}
        >
          <OutcomeBadge kind={outcome} label={t(`common:outcome.${outcome}`)} />
          <span className="visually-hidden">
            {signal.asset}, <WhichSignal signal={signal} />
          </span>
        </Button>
      ))}
    </span>
  );
}
