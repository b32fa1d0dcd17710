/**
 * A pill below the site's header, at any scroll position, tells of new signals of the list and shows them on a press. Rows are
 * added only on request, so that nothing shifts while the page is read.
 */
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { useTranslation } from "react-i18next";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { useData } from "#client/data/data-provider.tsx";
import { logOwnFault } from "#client/data/http-error.ts";
import { markAdded } from "#client/features/figures/added-mark.tsx";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { asPart } from "#client/ui/part.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { LiveMode } from "./live-connection.ts";
import { heldSignals, withHeld } from "./live-news.ts";
import { LiveOutcomes, useCalm } from "./live-outcomes.tsx";
import { useTellUnseen } from "./unseen-news.ts";
import { useLiveNews } from "./use-live-news.ts";

export interface NewsPillProps {
  /** The list that is shown. */
  readonly page: SignalPage;
  /** Its SWR key. */
  readonly listKey: string;
  /** Whether a signal belongs to the list, if its key alone does not tell; true by default. */
  readonly isOfList?: (signal: Signal) => boolean;
}

/** Takes no height. Must be rendered inside `PageData`, right above the rows, once on a page. */
export const NewsPill = asPart(Pill);

function Pill({ page, listKey, isOfList = takeAll }: NewsPillProps) {
  const { t } = useTranslation(["live", "common"]);
  const { http } = useData();
  const { mutate } = useSWRConfig();
  const news = useLiveNews((known) => known);
  const [hasShown, setHasShown] = useState(false);
  const [isLoading, setIsLoading] = useState(false);
  const top = useRef<HTMLDivElement>(null);

  const held = heldSignals(news, listKey, page).filter(isOfList);
  const count = held.length;
  useTellUnseen(count);
  // The marks of the rows last until the next press or visit.
  useEffect(() => () => markAdded([]), []);
  const announcement = useCalm(count > 0 ? t("live:held", { count }) : hasShown ? t("live:shown") : "");

  async function show() {
    setIsLoading(true);
    try {
      // Fetched here instead of by SWR's `mutate`, which does not report failures and would retry later and add the rows
      // unasked.
      const fresh = withHeld(news, listKey, page, held) ?? (await http.get(listKey, SignalPage));
      // The page was left meanwhile, and SWR has given up its cache.
      if (!top.current) return;
      const before = new Set(page.results.map(({ id }) => id));
      markAdded(fresh.results.filter(({ id }) => !before.has(id)));
      await mutate(listKey, { as_of_seq: news.seq, ...fresh }, { revalidate: false });
      setHasShown(true);
      // The pill is about to be removed; the focus moves to the new rows.
      top.current.focus({ preventScroll: true });
      top.current.scrollIntoView({ block: "nearest" });
    } catch (error) {
      logOwnFault(error);
      toasts.add({ severity: "error", summary: t("common:states.failed"), life: TOAST_LIFE_MS });
    } finally {
      setIsLoading(false);
    }
  }

  return (
    <div className="news" ref={top} tabIndex={-1}>
      <LiveOutcomes page={page} />
      <Mode mode={news.mode} />
      <output className="visually-hidden">{announcement}</output>
      {count > 0 ? (
        <Button className="news__pill" look="primary" isBusy={isLoading} onClick={() => void show()}>
          <Icon name="arrow-up" /> {t("live:held", { count })}
        </Button>
      ) : null}
    </div>
  );
}

/** At the end of the line above the rows; empty until the news have started, and where there are none. */
function Mode({ mode }: { readonly mode: LiveMode }) {
  const { t } = useTranslation("live");
  if (mode === "connecting" || mode === "none") return null;
  return <p className="news__mode">{t(mode === "paused" ? "paused" : "live")}</p>;
}

function takeAll(): boolean {
  return true;
}
