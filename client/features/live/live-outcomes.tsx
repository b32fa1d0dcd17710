/** Keeps a page up to date while it is shown, and tells screen readers politely of each signal of it that ends. */
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOutcomeWord } from "#client/features/figures/signal.tsx";
import { ANNOUNCE_EVERY_MS } from "#shared/limits/live.ts";
import { newestEnd, seqOf, type ShownSignals } from "./live-news.ts";
import { useLiveConnection, useLiveNews } from "./use-live-news.ts";

/** Must be rendered inside `PageData`, once on a page; a list's `NewsPill` renders it. */
export function LiveOutcomes({ page }: { readonly page: ShownSignals }) {
  const { t } = useTranslation(["live", "common"]);
  const wordOf = useOutcomeWord();
  const mode = useLiveNews((news) => news.mode);
  const seq = seqOf(page);
  useLiveConnection(seq);
  const [openedAt] = useState(seq);
  const end = useLiveNews((news) => newestEnd(news, page.results, openedAt));
  const said = end
    ? t("live:ended", {
        asset: end.asset,
        trader: end.trader.name,
        outcome: wordOf(end) + (end.correction ? `, ${t("common:record.corrected")}` : ""),
      })
    : "";
  return (
    <output className="visually-hidden" data-live={mode}>
      {useCalm(said)}
    </output>
  );
}

/** Returns the first change of a text at once, and further ones at least `ANNOUNCE_EVERY_MS` after the one before. */
export function useCalm(text: string): string {
  const [calm, setCalm] = useState(text);
  const changedAtMs = useRef(-Infinity);
  useEffect(() => {
    if (text === calm) return;
    const waitMs = Math.max(0, changedAtMs.current + ANNOUNCE_EVERY_MS - performance.now());
    const timer = setTimeout(() => {
      changedAtMs.current = performance.now();
      setCalm(text);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, calm]);
  return calm;
}
