/**
 * Says how a page is kept up to date, and holds the button that shows new signals: rows are added only on request, so that
 * nothing shifts while the page is read. Screen readers are told politely and at limited intervals.
 */
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { useTranslation } from "react-i18next";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { asPart } from "#client/ui/part.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { heldSignals, newestEnd, seqOf, type ShownSignals } from "./live-news.ts";
import { logOwnFault } from "#client/data/http-error.ts";
import { useLiveConnection, useLiveNews } from "./use-live-news.ts";
import { useOutcomeWord } from "#client/features/ledger/signal.tsx";
import { Button } from "#client/ui/button.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { ANNOUNCE_EVERY_MS } from "#shared/limits/live.ts";

export interface LiveLineProps {
  /** Signals that are shown. */
  readonly page: ShownSignals;
  /** SWR key of the list of those signals; null if there is no list, as on the page of one signal. */
  readonly listKey: string | null;
  /** Whether a signal belongs to the list, if its key alone does not tell; true by default. */
  readonly isOfList?: (signal: Signal) => boolean;
}

/** Always takes the same height. Must be rendered inside `PageData`, above the rows. */
export const LiveLine = asPart(Line);

function Line({ page, listKey, isOfList = takeAll }: LiveLineProps) {
  const { t } = useTranslation(["live", "common"]);
  const wordOf = useOutcomeWord();
  const { http } = useData();
  const { mutate } = useSWRConfig();
  const news = useLiveNews((known) => known);
  const seq = seqOf(page);
  useLiveConnection(seq);
  const [openedAt] = useState(seq);
  const [hasShown, setHasShown] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const line = useRef<HTMLDivElement>(null);

  const held = listKey === null ? [] : heldSignals(news, listKey, page).filter(isOfList);
  const end = newestEnd(news, page.results, openedAt);
  const count = held.length;
  const said = [
    count > 0 ? t("live:held", { count }) : hasShown ? t("live:shown") : "",
    end
      ? t("live:ended", {
          asset: end.asset,
          trader: end.trader.name,
          outcome: wordOf(end) + (end.correction ? `, ${t("common:record.corrected")}` : ""),
        })
      : "",
  ];
  const announcement = useCalm(said.filter(Boolean).join(" "), ANNOUNCE_EVERY_MS);

  async function show() {
    if (listKey === null) return;
    setIsLoading(true);
    try {
      // Fetched here instead of by SWR's `mutate`, which does not report failures and would retry later and add the rows
      // unasked.
      const fresh = await http.get(listKey, SignalPage);
      await mutate(listKey, { as_of_seq: news.seq, ...fresh }, { revalidate: false });
      setHasShown(true);
      // The button is about to be removed; the focus moves to the new rows.
      line.current?.focus({ preventScroll: true });
      line.current?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      logOwnFault(error);
      toasts.add({ severity: "error", summary: t("common:states.failed"), life: 10_000 });
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <div className="live-line" ref={line} tabIndex={-1} data-mode={news.mode}>
      <p className="live-line__mode">{t(`live:mode.${news.mode}`)}</p>
      <output className="visually-hidden">{announcement}</output>
      {count > 0 ? (
        <Button className="live-line__show" isBusy={isLoading} onClick={() => void show()}>
          {t("live:show", { count })}
        </Button>
      ) : null}
    </div>
  );
}

function takeAll(): boolean {
  return true;
}

/** Throttles `value`: returns the first change at once, further ones at least `everyMs` after the one before. */
function useCalm<Value extends string>(value: Value, everyMs: number): Value {
  const [calm, setCalm] = useState(value);
  const changedAtMs = useRef(-Infinity);
  useEffect(() => {
    if (value === calm) return;
    const waitMs = Math.max(0, changedAtMs.current + everyMs - performance.now());
    const timer = setTimeout(() => {
      changedAtMs.current = performance.now();
      setCalm(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value, calm, everyMs]);
  return calm;
}
