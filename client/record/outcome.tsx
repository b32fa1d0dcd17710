/** How a signal stands, and whether it came late. */
import { useTranslation } from "react-i18next";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import type { Signal } from "#shared/contracts/signals.ts";

export function Outcome({ signal }: { readonly signal: Pick<Signal, "outcome" | "is_late"> }) {
  const { t } = useTranslation("common");
  return (
    <span className="outcome">
      <OutcomeBadge kind={signal.outcome} label={t(`outcome.${signal.outcome}`)} />
      {signal.is_late ? <OutcomeBadge kind="late" label={t("record.late")} /> : null}
    </span>
  );
}
