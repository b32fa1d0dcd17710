/** Live news for the components of a page: one connection a page, however many ask. */
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import useSWRSubscription from "swr/subscription";
import { whenIdle } from "#client/ui/scheduling.ts";
import { useData } from "./data-provider.tsx";
import type { AnswerCache } from "./live-caches.ts";
import { type LiveNews, NO_NEWS } from "./live-news.ts";
import { readLiveNews } from "./read-live-news.ts";

/**
 * News of signals since the page opened, after the ledger entry `after` (only the first value counts).
 * Keeps the page's cached answers up to date: outcomes change in their rows, new signals are only counted here.
 */
export function useLiveSignals(after: number): LiveNews {
  const { http, fallback, hasLiveNews } = useData();
  const { cache, mutate } = useSWRConfig();
  // The connection outlives the data of the address it began with: filters change, the page stays.
  const given = useRef(fallback);
  useEffect(() => {
    given.current = fallback;
  }, [fallback]);
  const answers: AnswerCache = {
    keys: () => [...new Set([...cache.keys(), ...Object.keys(given.current)])],
    read: (key) => cache.get(key)?.data ?? given.current[key],
    write: (key, answer) => void mutate(key, answer, { revalidate: false }),
  };

  const [, fail] = useState(null);
  const { data } = useSWRSubscription<LiveNews, Error, string>("/api/live/", (_key, { next }) => {
    // Begun before a page is painted, a connection keeps it from that.
    let stop = whenIdle(() => {
      try {
        stop = readLiveNews({
          http,
          after,
          answers,
          reload: (key) => void mutate(key),
          publish: (news) => {
            hasLiveNews.set(news.mode !== "none");
            next(null, news);
          },
        });
      } catch (error) {
        // Outside React no part would catch it.
        fail(() => {
          throw error;
        });
      }
    });
    return () => stop();
  });
  return data ?? NO_NEWS;
}
