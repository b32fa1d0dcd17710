/** How a signal stands, and what is to be known of it: that it came late, is counted apart, or had another outcome before. */
import { useTranslation } from "#client/i18n/translation.tsx";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import type { Signal } from "#shared/contracts/signals.ts";

export function Outcome({
  signal,
}: {
  readonly signal: Pick<Signal, "outcome" | "is_late" | "is_otc" | "correction">;
}) {
  const { t } = useTranslation("common");
  return (
    <span className="outcome">
      <OutcomeBadge kind={signal.outcome} label={t(`outcome.${signal.outcome}`)} />
      {signal.is_late ? <OutcomeBadge kind="late" label={t("record.late")} /> : null}
      {signal.is_otc ? <OutcomeBadge kind="otc" label={t("record.otc")} /> : null}
      {signal.correction ? <OutcomeBadge kind="corrected" label={t("record.corrected")} /> : null}
    </span>
  );
}
