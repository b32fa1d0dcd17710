/** Reads live news while a page is shown: adds them to what the tab knows, and has what they make out of date asked for again. */
import { after } from "#client/ui/scheduling.ts";
import { browserLive } from "./browser-live.ts";
import type { Http } from "./http.ts";
import { feedPath, ledgerHeadKey, signalKey, signalsPath, summaryKey, traderKey } from "./keys.ts";
import { startLive } from "./live.ts";
import { begin, learn, type LiveMode, liveNews, loseTrack } from "./live-news.ts";

export interface NewsReader {
  readonly http: Http;
  /** The ledger entry up to which the page is up to date for certain. */
  readonly seq: number;
  /** Keys (API paths) of the answers that the page holds. */
  readonly keys: () => Iterable<string>;
  /** Asks for an answer again; passes over one that is not shown. */
  readonly reload: (key: string) => void;
}

/** A signal's own answer is asked for again at some time in this span: few readers look at one signal. */
const RELOAD_SIGNAL_MS = { least: 0, most: 400 } as const;
/** Figures made from the whole record every reader has: a thousand of them must not ask at once. */
const RELOAD_FIGURES_MS = { least: 500, most: 4_000 } as const;

/** Ends with the function it returns. */
export function readLiveNews({ http, seq, keys, reload }: NewsReader): () => void {
  const setMode = (mode: LiveMode) => liveNews.set({ ...liveNews.current(), mode });
  if (liveNews.current().mode === "none") return () => {};
  liveNews.set(begin(liveNews.current(), seq));
  const signalReloads = collectReloads(reload, RELOAD_SIGNAL_MS);
  const figureReloads = collectReloads(reload, RELOAD_FIGURES_MS);
  const stop = startLive(browserLive(http), liveNews.current().seq, {
    news(events) {
      const states = events.map(({ signal }) => signal);
      liveNews.set(learn(liveNews.current(), states, events.at(-1)?.seq));
      signalReloads.add(states.map(({ id }) => signalKey(id)));
      figureReloads.add([...states.map(({ trader }) => traderKey(trader.handle)), summaryKey, ledgerHeadKey]);
    },
    reset(to) {
      liveNews.set(loseTrack(liveNews.current(), to));
      figureReloads.add([...keys()].filter((key) => key.startsWith("/api/") && !isSignalList(key)));
    },
    mode: setMode,
  });
  return () => {
    stop();
    signalReloads.stop();
    figureReloads.stop();
    if (liveNews.current().mode !== "none") setMode("connecting");
  };
}

/** Lists ask by themselves where they lack news. */
function isSignalList(key: string): boolean {
  const [path = ""] = key.split("?");
  return path === signalsPath || path === feedPath;
}

/** Collects keys and reloads them together, once, at some time in the span (milliseconds). */
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
