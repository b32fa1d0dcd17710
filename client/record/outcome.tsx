/** How a signal stands, whether it came late, and whether another outcome stood before. */
import { useTranslation } from "react-i18next";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import type { Signal } from "#shared/contracts/signals.ts";

export function Outcome({ signal }: { readonly signal: Pick<Signal, "outcome" | "is_late" | "correction"> }) {
  const { t } = useTranslation("common");
  return (
    <span className="outcome">
      <OutcomeBadge kind={signal.outcome} label={t(`outcome.${signal.outcome}`)} />
      {signal.is_late ? <OutcomeBadge kind="late" label={t("record.late")} /> : null}
      {signal.correction ? <OutcomeBadge kind="corrected" label={t("record.corrected")} /> : null}
    </span>
  );
}
