/** The time until an open signal expires or reaches its deadline, to the minute. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { useRunsFor, useTimeLeft } from "#client/features/ledger/time-left.tsx";

interface TimesProps {
  readonly expiresMs: number;
}

/** Until it expires; nothing afterwards. */
export function UntilExpiry({ expiresMs }: TimesProps) {
  const leftMs = useTimeLeft(expiresMs);
  const runsFor = useRunsFor();
  return leftMs === null || leftMs < 0 ? null : <small>{runsFor(leftMs)}</small>;
}

/** From its expiry until its deadline; nothing before. */
export function UntilDeadline({ expiresMs, settleByMs }: TimesProps & { readonly settleByMs: number }) {
  const { t } = useTranslation("queue");
  const { span } = useFormats();
  const runsMs = useTimeLeft(expiresMs);
  const leftMs = useTimeLeft(settleByMs);
  if (runsMs === null || leftMs === null || runsMs >= 0) return null;
  if (leftMs < 0) return <small>{t("left.overdue")}</small>;
  return <small>{leftMs === 0 ? t("left.settleAtOnce") : t("left.settle", { span: span(leftMs) })}</small>;
}
