/** Live news for the components of a page: one connection a page, however many ask. */
import { useEffect, useRef } from "react";
import { useSWRConfig, type SWRConfiguration } from "swr";
import useSWRSubscription from "swr/subscription";
import type { LiveEvent } from "#shared/contracts/live.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { browserLive } from "./browser-live.ts";
import { useData } from "./data-provider.tsx";
import type { Http } from "./http.ts";
import { startLive } from "./live.ts";
import { type AnswerCache, isSignalList, outdatedKeys, pathsOfList, updateLists } from "./live-caches.ts";
import { addNews, type LiveNews, NO_NEWS } from "./live-news.ts";

/**
 * For `useApi` on a list of signals that stands beside `useLiveSignals`: SWR does not load it again by itself, because the
 * rows would move under the reader's eyes. Live news keep it up to date instead.
 */
export const liveListOptions = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
} satisfies SWRConfiguration;

/** Answers are asked for again at some time in these spans, so that a thousand readers do not ask at once. */
const RELOAD_SIGNAL_MS = { least: 0, most: 400 } as const;
const RELOAD_FIGURES_MS = { least: 500, most: 4_000 } as const;

/**
 * News of signals since the page opened, after the ledger entry `after` (only the first value counts).
 * Keeps the page's cached answers up to date: outcomes change in their rows, new signals are only counted here.
 */
export function useLiveSignals(after: number): LiveNews {
  const { http, fallback } = useData();
  const { baseUrl } = useRuntimeConfig();
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

  const { data } = useSWRSubscription<LiveNews, Error, string>("/api/live/", (_key, { next }) => {
    let news = NO_NEWS;
    const publish = (changed: LiveNews) => next(null, (news = changed));
    const reload = (key: string) => void mutate(key);
    const signalReloads = spreadReloads(reload, RELOAD_SIGNAL_MS);
    const figureReloads = spreadReloads(reload, RELOAD_FIGURES_MS);
    const learn = (events: readonly LiveEvent[]) => {
      updateLists(
        answers,
        events.map(({ signal }) => signal),
      );
      const outdated = outdatedKeys(answers, events);
      signalReloads.add(outdated.signals);
      figureReloads.add(outdated.figures);
      publish(addNews(news, events));
    };
    const stop = startLive(browserLive(http, baseUrl), after, {
      news: learn,
      reset: () => {
        figureReloads.add(answers.keys().filter((key) => key.startsWith("/api/") && !isSignalList(key)));
        void readListsAfresh(http, answers).then(learn);
      },
      mode: (mode) => publish({ ...news, mode }),
    });
    return () => {
      stop();
      signalReloads.stop();
      figureReloads.stop();
    };
  });
  return data ?? NO_NEWS;
}

/** The lists' signals as events, so that a list that missed much is brought up to date as one that missed little. */
async function readListsAfresh(http: Http, answers: AnswerCache): Promise<readonly LiveEvent[]> {
  const lists = await Promise.allSettled(
    answers
      .keys()
      .filter(isSignalList)
      .flatMap((key) => pathsOfList(answers, key))
      .map((key) => http.get(key, SignalPage)),
  );
  const signals = lists.flatMap((list) => (list.status === "fulfilled" ? list.value.results : []));
  return signals
    .map((signal): LiveEvent => ({ seq: signal.published_seq, kind: "published", signal }))
    .sort((a, b) => a.seq - b.seq);
}

/** Collects keys and reloads them together, once, at some time in the span (milliseconds). */
function spreadReloads(
  reload: (key: string) => void,
  { least, most }: { readonly least: number; readonly most: number },
) {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(keys: readonly string[]) {
      for (const key of keys) waiting.add(key);
      if (waiting.size === 0 || timer !== undefined) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          for (const key of waiting) reload(key);
          waiting.clear();
        },
        least + Math.random() * (most - least),
      );
    },
    stop: () => clearTimeout(timer),
  };
}
