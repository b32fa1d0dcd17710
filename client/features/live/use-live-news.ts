/** Hooks for live news while a page is shown, and for lists of signals that are merged with them. */
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { type SWRResponse, useSWRConfig } from "swr";
import { lastSeqOf, type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { after, whenIdle } from "#client/ui/scheduling.ts";
import { useData } from "#client/data/data-provider.tsx";
import type { Http } from "#client/data/http.ts";
import { isSignalList, signalKey, summaryKey, traderKey } from "#client/data/keys.ts";
import { browserLive } from "./browser-live.ts";
import { type LiveListener, startLive } from "./live-connection.ts";
import {
  joinNews,
  learn,
  type LiveNews,
  liveNews,
  loseTrack,
  newsFrom,
  NO_NEWS,
  pathsOfList,
  seqOf,
} from "./live-news.ts";
import { useApi } from "#client/data/use-api.ts";
import { RELOAD_FIGURES_MS, RELOAD_SIGNAL_MS } from "#shared/limits/live.ts";

/**
 * Returns what `select` picks from the live news; they are updated while a component of the page calls `useLiveConnection`. A
 * component renders again only when its selection changes.
 */
export function useLiveNews<Selected>(select: (news: LiveNews) => Selected): Selected {
  return useSyncExternalStore(
    liveNews.subscribe,
    () => select(liveNews.current()),
    () => select(NO_NEWS),
  );
}

/**
 * A list of signals with the newest known state of each. SWR does not revalidate it, because rows would shift while the page is
 * read. Without live news, or without a loaded list, it revalidates as usual.
 */
export function useSignalList(key: string): SWRResponse<SignalPage> {
  const { http, fallback } = useData();
  const { cache, mutate } = useSWRConfig();
  const signals = useLiveNews((news) => news.signals);
  const hasNews = useLiveNews(({ mode }) => mode !== "none");
  const isThere = fallback[key] !== undefined || cache.get(key)?.data !== undefined;
  const asksAgain = !hasNews || !isThere;
  const answer = useApi(key, SignalPage, {
    revalidateIfStale: asksAgain,
    revalidateOnFocus: asksAgain,
    revalidateOnReconnect: asksAgain,
  });
  const page = useMemo(() => answer.data && joinNews(answer.data, signals), [answer.data, signals]);
  const isNewer = page !== answer.data;
  useEffect(() => {
    // Writes the merged page into the cache, so that it stays when the news drop old signals.
    if (isNewer) void mutate(key, page, { revalidate: false });
  }, [isNewer, key, page, mutate]);

  // A new value means that further events were missed.
  const lacksUpTo = useLiveNews(({ since }) => (page !== undefined && seqOf(page) < since ? since : null));
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
 * Reloads the page's data after live news, and opens the connection on the visit's first page that uses this; `seq` is the ledger
 * entry up to which the page is current. Must be used once on a page.
 */
export function useLiveConnection(seq: number): void {
  const { http } = useData();
  const { cache, mutate } = useSWRConfig();
  const read = useEffectEvent(() =>
    readLiveNews({ http, seq, keys: () => cache.keys(), reload: (key) => void mutate(key) }),
  );
  useEffect(() => {
    // Opening a connection before the first paint would delay it.
    let stop = whenIdle(() => {
      stop = read();
    });
    return () => stop();
  }, []);
}

/** Reloads the figures of these traders (handles) some seconds after news of one of them. */
export function useFigureReloads(handles: ReadonlySet<string>, reload: () => void): void {
  const ask = useEffectEvent(reload);
  const newestSeq = useEffectEvent(() => {
    const theirs = [...liveNews.current().signals.values()].filter(({ trader }) =>
      handles.has(trader.handle),
    );
    return Math.max(0, ...theirs.map(lastSeqOf));
  });
  useEffect(() => {
    let seenSeq = newestSeq();
    const reloads = collectReloads(() => ask(), RELOAD_FIGURES_MS);
    const unsubscribe = liveNews.subscribe(() => {
      const seq = newestSeq();
      if (seq > seenSeq) reloads.add(["figures"]);
      seenSeq = seq;
    });
    return () => {
      unsubscribe();
      reloads.stop();
    };
  }, []);
}

export interface NewsReader {
  readonly http: Http;
  /** The ledger entry up to which the page is known to be current. */
  readonly seq: number;
  /** Keys (API paths) of the answers that the page holds. */
  readonly keys: () => Iterable<string>;
  /** Requests an answer again; ignores keys that are not shown. */
  readonly reload: (key: string) => void;
}

/** Handles news that the lists of the page do not handle themselves. */
type PageListener = Pick<LiveListener, "news" | "reset">;

/** The shown page. A set, because a page that hydrates in parts or is about to be left may be registered as well. */
const pages = new Set<PageListener>();
let isConnected = false;

/** Keeps the page up to date until the returned function is called. The whole visit shares one connection, which stays open. */
export function readLiveNews({ http, seq, keys, reload }: NewsReader): () => void {
  const signalReloads = collectReloads(reload, RELOAD_SIGNAL_MS);
  const figureReloads = collectReloads(reload, RELOAD_FIGURES_MS);
  const page: PageListener = {
    news(events) {
      signalReloads.add(events.map(({ signal }) => signalKey(signal.id)));
      const handles = events.map(({ signal }) => signal.trader.handle);
      const traderKeys = handles.flatMap((handle) => [traderKey(handle), traderKey(handle, true)]);
      figureReloads.add([...traderKeys, summaryKey]);
    },
    reset() {
      // Lists reload themselves when they lack news.
      figureReloads.add([...keys()].filter((key) => key.startsWith("/api/") && !isSignalList(key)));
    },
  };
  pages.add(page);
  if (!isConnected) connect(http, seq);
  return () => {
    pages.delete(page);
    signalReloads.stop();
    figureReloads.stop();
  };
}

function connect(http: Http, seq: number): void {
  isConnected = true;
  liveNews.set(newsFrom(seq));
  startLive(browserLive(http), seq, {
    news(events) {
      const states = events.map(({ signal }) => signal);
      liveNews.set(learn(liveNews.current(), states, events.at(-1)?.seq));
      for (const page of pages) page.news(events);
    },
    reset(to) {
      liveNews.set(loseTrack(liveNews.current(), to));
      for (const page of pages) page.reset(to);
    },
    mode: (mode) => liveNews.set({ ...liveNews.current(), mode }),
  });
}

/** Collects keys and reloads them together, once, after a random delay within the range (milliseconds). */
function collectReloads(
  reload: (key: string) => void,
  { least, most }: { readonly least: number; readonly most: number },
) {
  const waiting = new Set<string>();
  let stop: (() => void) | undefined;
  return {
    add(keys: readonly string[]) {
      for (const key of keys) waiting.add(key);
      if (waiting.size === 0) return;
      stop ??= after(least + Math.random() * (most - least), () => {
        stop = undefined;
        for (const key of waiting) reload(key);
        waiting.clear();
      });
    },
    stop: () => stop?.(),
  };
}
