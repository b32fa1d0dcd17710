/** Lists of signals and live news in components. */
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { type SWRResponse, useSWRConfig } from "swr";
import { type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { whenIdle } from "#client/ui/scheduling.ts";
import { useData } from "./data-provider.tsx";
import type { Http } from "./http.ts";
import { joinNews, learn, type LiveNews, liveNews, NO_NEWS, pathsOfList, seqOf } from "./live-news.ts";
import { readLiveNews } from "./read-live-news.ts";
import { useApi } from "./use-api.ts";

/** All that is known, kept up to date while a component of the page calls `useLiveConnection`. */
export function useLiveNews(): LiveNews {
  return useSyncExternalStore(liveNews.subscribe, liveNews.current, () => NO_NEWS);
}

/**
 * A list of signals with the newest known state of each. SWR does not load it again by itself, because the rows would move
 * under the reader's eyes. Without live news, or without a list, it asks again as it does elsewhere.
 */
export function useSignalList(key: string): SWRResponse<SignalPage> {
  const { http, fallback } = useData();
  const { cache, mutate } = useSWRConfig();
  const news = useLiveNews();
  const isThere = fallback[key] !== undefined || cache.get(key)?.data !== undefined;
  const asksAgain = news.mode === "none" || !isThere;
  const answer = useApi(key, SignalPage, {
    revalidateIfStale: asksAgain,
    revalidateOnFocus: asksAgain,
    revalidateOnReconnect: asksAgain,
  });
  const page = useMemo(() => answer.data && joinNews(answer.data, news), [answer.data, news]);
  const isNewer = page !== answer.data;
  useEffect(() => {
    // What is shown stays shown when the news forget it.
    if (isNewer) void mutate(key, page, { revalidate: false });
  }, [isNewer, key, page, mutate]);

  // Another value is another gap.
  const lacksUpTo = page !== undefined && seqOf(page) < news.since ? news.since : null;
  const topSeq = page?.results[0]?.published_seq;
  useEffect(() => {
    if (lacksUpTo !== null)
      void readAfresh(http, pathsOfList(key, topSeq)).then((states) =>
        liveNews.set(learn(liveNews.current(), states)),
      );
  }, [lacksUpTo, http, key, topSeq]);
  return page && isNewer ? { ...answer, data: page } : answer;
}

async function readAfresh(http: Http, paths: readonly string[]): Promise<readonly Signal[]> {
  const pages = await Promise.allSettled(paths.map((path) => http.get(path, SignalPage)));
  return pages
    .flatMap((page) => (page.status === "fulfilled" ? page.value.results : []))
    .sort((a, b) => a.published_seq - b.published_seq);
}

/**
 * Reads live news while the component is there, which knows that the page is up to date up to the ledger entry `seq`. It stands
 * once on a page.
 */
export function useLiveConnection(seq: number): void {
  const { http } = useData();
  const { cache, mutate } = useSWRConfig();
  const read = useEffectEvent(() =>
    readLiveNews({ http, seq, keys: () => cache.keys(), reload: (key) => void mutate(key) }),
  );
  useEffect(() => {
    // Begun before a page is painted, a connection keeps it from that.
    let stop = whenIdle(() => {
      stop = read();
    });
    return () => stop();
  }, []);
}
