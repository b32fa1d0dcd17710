/** How long an open signal runs or can be settled, to the minute. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** From here on whole hours say enough. */
const LONG_MS = 3 * HOUR_MS;

/** The time by this device's clock, in milliseconds, told anew each minute. */
export function useMinute(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(ticking);
  }, []);
  return nowMs;
}

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
    runs(expiresMs) {
      const leftMs = expiresMs - nowMs;
      if (leftMs <= 0) return t("left.expired");
      return leftMs < MINUTE_MS ? t("left.runsOut") : t("left.runs", { span: span(rounded(leftMs)) });
    },
    settle(settleByMs) {
      const leftMs = settleByMs - nowMs;
      if (leftMs <= 0) return t("left.overdue");
      return leftMs < MINUTE_MS ? t("left.settleAtOnce") : t("left.settle", { span: span(rounded(leftMs)) });
    },
  };
}

/** Down, so that nobody is promised more time than there is. */
function rounded(leftMs: number): number {
  const stepMs = leftMs >= LONG_MS ? HOUR_MS : MINUTE_MS;
  return Math.floor(leftMs / stepMs) * stepMs;
}
