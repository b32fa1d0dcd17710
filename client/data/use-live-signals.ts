/** Live news for the components of a page: one connection a page, however many ask. */
import { useSWRConfig, type SWRConfiguration } from "swr";
import useSWRSubscription from "swr/subscription";
import type { LiveEvent } from "#shared/contracts/live.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { useRuntimeConfig } from "#client/app/runtime-config.tsx";
import { browserLive } from "./browser-live.ts";
import { useData } from "./data-provider.tsx";
import type { Http } from "./http.ts";
import { startLive } from "./live.ts";
import { type AnswerCache, isSignalList, outdatedKeys, updateLists } from "./live-caches.ts";
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

/** Figures are asked for again between these times after an event, so that a thousand readers do not ask at once. */
const RELOAD_AFTER_MS = { least: 500, most: 4_000 } as const;

/**
 * News of signals since the page opened, after the ledger entry `after` (null: from now on; only the first value counts).
 * Keeps the page's cached answers up to date: outcomes change in their rows, new signals are only counted here.
 */
export function useLiveSignals(after: number | null): LiveNews {
  const { http } = useData();
  const { baseUrl } = useRuntimeConfig();
  const { cache, mutate, fallback } = useSWRConfig();
  const answers: AnswerCache = {
    keys: () => [...new Set([...cache.keys(), ...Object.keys(fallback)])],
    read: (key) => cache.get(key)?.data ?? fallback[key],
    write: (key, answer) => void mutate(key, answer, { revalidate: false }),
  };

  const { data } = useSWRSubscription<LiveNews, Error, string>("/api/live/", (_key, { next }) => {
    let news = NO_NEWS;
    const publish = (changed: LiveNews) => next(null, (news = changed));
    const reloads = spreadReloads((key) => void mutate(key));
    const learn = (events: readonly LiveEvent[]) => {
      updateLists(
        answers,
        events.map(({ signal }) => signal),
      );
      reloads.add(outdatedKeys(answers, events));
      publish(addNews(news, events));
    };
    const stop = startLive(browserLive(http, baseUrl), after, {
      news: learn,
      reset: () => {
        reloads.add(answers.keys().filter((key) => key.startsWith("/api/") && !isSignalList(key)));
        void readListsAfresh(http, answers).then(learn);
      },
      mode: (mode) => publish({ ...news, mode }),
    });
    return () => {
      stop();
      reloads.stop();
    };
  });
  return data ?? NO_NEWS;
}

/** The lists' newest signals as events, so that a list that missed much is brought up to date as one that missed little. */
async function readListsAfresh(http: Http, answers: AnswerCache): Promise<readonly LiveEvent[]> {
  const lists = await Promise.allSettled(
    answers
      .keys()
      .filter(isSignalList)
      .map((key) => http.get(key, SignalPage)),
  );
  const signals = lists.flatMap((list) => (list.status === "fulfilled" ? list.value.results : []));
  return signals
    .map((signal): LiveEvent => ({ seq: signal.published_seq, kind: "published", signal }))
    .sort((a, b) => a.seq - b.seq);
}

/** Collects keys and reloads them together, once. */
function spreadReloads(reload: (key: string) => void) {
  const waiting = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(keys: readonly string[]) {
      for (const key of keys) waiting.add(key);
      if (waiting.size === 0 || timer !== undefined) return;
      const { least, most } = RELOAD_AFTER_MS;
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
