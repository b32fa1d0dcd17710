/** How long an open signal still runs, to the minute. */
import { useTranslation } from "react-i18next";
import { useIsHydrated } from "#client/ui/use-is-hydrated.ts";
import { useMinute } from "#client/ui/use-minute.ts";
import { useFormats } from "./formats.ts";
import { LONG_TIME_LEFT_MS } from "#shared/limits/lists.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time-units.ts";

/** Returns a function that says in words how long a signal still runs until `expiresMs`. */
export function useRunsFor(nowMs: number): (expiresMs: number) => string {
  const { t } = useTranslation("common");
  const { span } = useFormats();
  return (expiresMs) => {
    const leftMs = expiresMs - nowMs;
    if (leftMs <= 0) return t("left.expired");
    return leftMs < MINUTE_MS ? t("left.runsOut") : t("left.runs", { span: span(wholeStep(leftMs)) });
  };
}

/** Rounds down to whole minutes or hours, so that the time shown is never longer than the time left. */
export function wholeStep(leftMs: number): number {
  const stepMs = leftMs >= LONG_TIME_LEFT_MS ? HOUR_MS : MINUTE_MS;
  return Math.floor(leftMs / stepMs) * stepMs;
}

/** A line that is empty until hydration, because the document may come from a cache and be older than the time it states. */
export function TimeLeft({ expiresMs }: { readonly expiresMs: number }) {
  const isHydrated = useIsHydrated();
  const runsFor = useRunsFor(useMinute());
  return (
    <>
      <br />
      {isHydrated ? runsFor(expiresMs) : "\u00a0"}
    </>
  );
}

/** The time left in place of the word "open", which stays for print and screen readers. */
export function OpenLabel({ word, expiresMs }: { readonly word: string; readonly expiresMs: number }) {
  const { t } = useTranslation("common");
  const { span } = useFormats();
  const leftMs = expiresMs - useMinute();
  if (!useIsHydrated() || leftMs <= 0) return word;
  const left = leftMs < MINUTE_MS ? t("left.shortOut") : t("left.short", { span: span(wholeStep(leftMs)) });
  return (
    <>
      <span className="open-word">{word} </span>
      <span className="open-time">{left}</span>
    </>
  );
}
