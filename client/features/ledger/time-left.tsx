/** How long an open signal still runs, to the minute. */
import { useTranslation } from "react-i18next";
import { useClock } from "#client/ui/use-clock.ts";
import { useFormats } from "./formats.ts";
import { LONG_TIME_LEFT_MS } from "#shared/limits/lists.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/time-units.ts";

/**
 * Milliseconds until `atMs`, rounded down to whole minutes or hours, so that the time shown is never longer than the time left;
 * negative once it has passed, and null until hydration.
 */
export function useTimeLeft(atMs: number): number | null {
  return useClock((nowMs) => {
    const leftMs = atMs - nowMs;
    const stepMs = leftMs >= LONG_TIME_LEFT_MS ? HOUR_MS : MINUTE_MS;
    return Math.floor(leftMs / stepMs) * stepMs;
  });
}

/** Returns a function that says in words how long a signal still runs, of what `useTimeLeft` gives. */
export function useRunsFor(): (leftMs: number) => string {
  const { t } = useTranslation("common");
  const { span } = useFormats();
  return (leftMs) => {
    if (leftMs < 0) return t("left.expired");
    return leftMs === 0 ? t("left.runsOut") : t("left.runs", { span: span(leftMs) });
  };
}

/** A line that is empty until hydration. */
export function TimeLeft({ expiresMs }: { readonly expiresMs: number }) {
  const leftMs = useTimeLeft(expiresMs);
  const runsFor = useRunsFor();
  return (
    <>
      <br />
      <span>{leftMs === null ? "\u00a0" : runsFor(leftMs)}</span>
    </>
  );
}

/** The time left in place of the word "open", which stays for print and screen readers. */
export function OpenLabel({ word, expiresMs }: { readonly word: string; readonly expiresMs: number }) {
  const { t } = useTranslation("common");
  const { span } = useFormats();
  const leftMs = useTimeLeft(expiresMs);
  if (leftMs === null || leftMs < 0) return <span>{word}</span>;
  return (
    <>
      <span className="open-word">{word} </span>
      <span className="open-time">
        {leftMs === 0 ? t("left.shortOut") : t("left.short", { span: span(leftMs) })}
      </span>
    </>
  );
}
