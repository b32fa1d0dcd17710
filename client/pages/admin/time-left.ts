/** The time until an open signal expires or reaches its deadline, to the minute. */
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { useRunsFor, wholeStep } from "#client/features/ledger/time-left.tsx";
import { MINUTE_MS } from "#shared/time-units.ts";

interface TimesLeft {
  /** Until it expires. */
  readonly runs: (expiresMs: number) => string;
  /** From its expiry until its deadline. */
  readonly settle: (settleByMs: number) => string;
}

export function useTimesLeft(nowMs: number): TimesLeft {
  const { t } = useTranslation("queue");
  const { span } = useFormats();
  return {
    runs: useRunsFor(nowMs),
    settle(settleByMs) {
      const leftMs = settleByMs - nowMs;
      if (leftMs <= 0) return t("left.overdue");
      return leftMs < MINUTE_MS
        ? t("left.settleAtOnce")
        : t("left.settle", { span: span(wholeStep(leftMs)) });
    },
  };
}
