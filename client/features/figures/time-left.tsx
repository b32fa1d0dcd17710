/** The time left of an open signal, to the minute. Until hydration the document's first script writes it (zone-while-parsing.ts). */
import { useTranslation } from "react-i18next";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { useClock } from "#client/ui/use-clock.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { useFormats } from "./formats.ts";
import { openText, shareRun, timeLeft } from "./open-text.ts";

/** The result of `timeLeft`; null until hydration. */
export function useTimeLeft(atMs: number): number | null {
  return useClock((nowMs) => timeLeft(atMs, nowMs));
}

/** Returns a function that puts the result of `useTimeLeft` into words. */
export function useRunsFor(): (leftMs: number) => string {
  const { t } = useTranslation("common");
  const { span } = useFormats();
  return (leftMs) => {
    if (leftMs < 0) return t("left.expired");
    return leftMs === 0 ? t("left.runsOut") : t("left.runs", { span: span(leftMs) });
  };
}

type OpenSignal = Pick<Signal, "entry_at" | "expires_at">;

interface OpenLabelProps {
  readonly signal: OpenSignal;
  readonly word: string;
  /** Texts for `openText`; by default the short ones of lists. */
  readonly texts?: string | undefined;
}

/** The time left in place of the word "open", which stays for print, for screen readers and without script. */
export function OpenLabel({ signal, word, texts: given }: OpenLabelProps) {
  const ofLists = useListTexts();
  const texts = given ?? ofLists;
  const { locale } = useFormats();
  const timeZone = useShownZone();
  const [entryMs, expiresMs] = [Date.parse(signal.entry_at), Date.parse(signal.expires_at)];
  const untilEntryMs = useTimeLeft(entryMs);
  const untilExpiryMs = useTimeLeft(expiresMs);
  const text =
    untilEntryMs === null || untilExpiryMs === null
      ? ""
      : openText(texts, { entryMs, untilEntryMs, untilExpiryMs }, { locale, timeZone });
  return (
    <>
      <span className="open-word">{word} </span>
      <span
        className="open-time"
        data-entry={entryMs}
        data-expires={expiresMs}
        data-texts={texts}
        suppressHydrationWarning
      >
        {text}
      </span>
    </>
  );
}

function useListTexts(): string {
  const { t } = useTranslation("common");
  const span = "{span}";
  return [
    t("left.entersShort", { span }),
    t("left.entersShortSoon"),
    t("left.short", { span }),
    t("left.shortOut"),
    t("left.shortDue"),
  ].join("|");
}

/** The share of the signal's life that has passed, as a thin bar; the label says the same in words. */
export function OpenBar({ signal }: { readonly signal: OpenSignal }) {
  const [entryMs, expiresMs] = [Date.parse(signal.entry_at), Date.parse(signal.expires_at)];
  const share = useClock((nowMs) => shareRun({ entryMs, expiresMs }, nowMs));
  return (
    <progress
      className="open-bar"
      max={1}
      value={share ?? 0}
      data-entry={entryMs}
      data-expires={expiresMs}
      aria-hidden="true"
      suppressHydrationWarning
    />
  );
}
