/** Reads live news for one page: keeps its cached answers up to date, and tells what has come. */
import type { LiveEvent } from "#shared/contracts/live.ts";
import { SignalPage } from "#shared/contracts/signals.ts";
import { browserLive } from "./browser-live.ts";
import type { Http } from "./http.ts";
import { startLive } from "./live.ts";
import { type AnswerCache, isSignalList, outdatedKeys, pathsOfList, updateLists } from "./live-caches.ts";
import { addNews, type LiveNews, NO_NEWS } from "./live-news.ts";

export interface NewsReader {
  readonly http: Http;
  /** Ledger entry after which news begin. */
  readonly after: number;
  readonly answers: AnswerCache;
  /** Asks for an answer again. */
  readonly reload: (key: string) => void;
  /** Called with all that is known, each time it changes. */
  readonly publish: (news: LiveNews) => void;
}

/** Answers are asked for again at some time in these spans, so that a thousand readers do not ask at once. */
const RELOAD_SIGNAL_MS = { least: 0, most: 400 } as const;
const RELOAD_FIGURES_MS = { least: 500, most: 4_000 } as const;

/** Outcomes change in their rows, new signals are only counted. Ends with the function it returns. */
export function readLiveNews({ http, after, answers, reload, publish }: NewsReader): () => void {
  let news = NO_NEWS;
  const change = (changed: LiveNews) => publish((news = changed));
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
    change(addNews(news, events));
  };
  const stop = startLive(browserLive(http), after, {
    news: learn,
    reset: () => {
      figureReloads.add(answers.keys().filter((key) => key.startsWith("/api/") && !isSignalList(key)));
      void readListsAfresh(http, answers).then(learn);
    },
    mode: (mode) => change({ ...news, mode }),
  });
  return () => {
    stop();
    signalReloads.stop();
    figureReloads.stop();
  };
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
