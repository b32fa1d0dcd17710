import { describe, expect, it } from "vitest";
import type { LiveEvent } from "#shared/contracts/live.ts";
import type { Signal, SignalPage } from "#shared/contracts/signals.ts";
import { type AnswerCache, outdatedKeys, pathsOfList, updateLists } from "#client/data/live-caches.ts";
import { addNews, heldSignals, newestEnd, newestSeq, NO_NEWS } from "#client/data/live-news.ts";
import { eventsAt, someSignal } from "./live-world.ts";

function cacheOf(
  answers: Record<string, unknown>,
): AnswerCache & { readonly written: Map<string, SignalPage> } {
  const written = new Map<string, SignalPage>();
  return {
    keys: () => Object.keys(answers),
    read: (key) => answers[key],
    write: (key, answer) => void written.set(key, answer),
    written,
  };
}

const open = (id: string, seq: number) => someSignal({ id, published_seq: seq });
const lost = (signal: Signal, seq: number): Signal => ({
  ...signal,
  outcome: "lost",
  settled_at: "2026-03-01T00:06:01.000Z",
  settled_seq: seq,
});

describe("updateLists", () => {
  it("changes the outcome in the row, and neither adds nor moves rows", () => {
    const rows = [open("c", 3), open("b", 2), open("a", 1)];
    const cache = cacheOf({
      "/api/signals/": { results: rows, next: null },
      "/api/signals/?asset=X": { results: [], next: null },
      "/api/signals/b/": { ...open("b", 2), entries: [] },
    });
    updateLists(cache, [open("d", 4), lost(open("b", 2), 5)]);
    expect([...cache.written.keys()]).toEqual(["/api/signals/"]);
    expect(cache.written.get("/api/signals/")?.results).toEqual([rows[0], lost(open("b", 2), 5), rows[2]]);
  });

  it("reaches a member's feed as well", () => {
    const feed = "/api/profile/feed/?limit=25";
    const cache = cacheOf({ [feed]: { results: [open("a", 1)], next: null } });
    updateLists(cache, [lost(open("a", 1), 2)]);
    expect(cache.written.get(feed)?.results).toEqual([lost(open("a", 1), 2)]);
  });

  it("leaves a row alone that has ended already, and a list that has nothing of it", () => {
    const cache = cacheOf({ "/api/signals/": { results: [lost(open("a", 1), 2)], next: null } });
    updateLists(cache, [open("a", 1), lost(open("a", 1), 2), lost(open("z", 8), 9)]);
    expect(cache.written.size).toBe(0);
  });

  it("changes a row again where its outcome is corrected", () => {
    const won: Signal = { ...lost(open("a", 1), 2), outcome: "won" };
    const at = "2026-03-01T00:07:00.000Z";
    const corrected: Signal = {
      ...won,
      outcome: "lost",
      correction: { from: "won", at, reason: "misread", seq: 7 },
    };
    const cache = cacheOf({ "/api/signals/": { results: [won], next: null } });
    updateLists(cache, [corrected, won]);
    expect(cache.written.get("/api/signals/")?.results).toEqual([corrected]);
    expect(newestSeq([corrected, open("b", 5)])).toBe(7);
  });

  it("takes the end of a signal for the newest, whatever comes after it", () => {
    const cache = cacheOf({ "/api/signals/": { results: [open("a", 1)], next: null } });
    updateLists(cache, [lost(open("a", 1), 2), open("a", 1)]);
    expect(cache.written.get("/api/signals/")?.results).toEqual([lost(open("a", 1), 2)]);
  });
});

describe("pathsOfList", () => {
  it("are the list as it is now and the rows that were shown, filters kept", () => {
    const key = "/api/signals/?asset=EUR%2FUSD&limit=20";
    const shown = cacheOf({ [key]: { results: [open("c", 7), open("b", 2)], next: "2" } });
    expect(pathsOfList(shown, key)).toEqual([key, `${key}&cursor=8`]);
    expect(pathsOfList(cacheOf({ "/api/signals/": { results: [], next: null } }), "/api/signals/")).toEqual([
      "/api/signals/",
    ]);
    expect(pathsOfList(cacheOf({}), "/api/signals/")).toEqual(["/api/signals/"]);
  });
});

describe("outdatedKeys", () => {
  it("are the signal's own page, its trader's and the figures, but no list and no ranking", () => {
    const keys = [
      "/api/signals/",
      "/api/signals/a/",
      "/api/signals/b/",
      "/api/traders/",
      "/api/traders/north-light/",
      "/api/summary/",
      "/api/ledger/head/",
      "/api/auth/me/",
    ];
    const event: LiveEvent = { seq: 5, kind: "settled", signal: lost(open("a", 1), 5) };
    expect(outdatedKeys(cacheOf(Object.fromEntries(keys.map((key) => [key, {}]))), [event])).toEqual({
      signals: ["/api/signals/a/"],
      figures: ["/api/traders/north-light/", "/api/summary/", "/api/ledger/head/"],
    });
  });
});

describe("the news of a page", () => {
  it("hold back new signals that belong to the list and are not in it", () => {
    const news = addNews(NO_NEWS, eventsAt(4, 5, 6));
    const rows = [someSignal({ id: "signal-4", published_seq: 4 })];
    const heldBy = (listKey: string | null, shownUpTo = 0) =>
      heldSignals(news, { listKey, rows, shownUpTo }).map(({ id }) => id);
    expect(heldBy("/api/signals/")).toEqual(["signal-5", "signal-6"]);
    expect(heldBy("/api/signals/?limit=5", 5)).toEqual(["signal-6"]);
    expect(heldBy(null)).toEqual([]);
  });

  it.each([
    ["?trader=north-light", 1],
    ["?trader=south-light", 0],
    ["?asset=EUR%2FUSD&outcome=open", 1],
    ["?asset=eur%2Fusd", 1],
    ["?asset=GBP%2FUSD", 0],
    ["?outcome=lost", 0],
    ["?from=2026-03-01&to=2026-03-01", 1],
    ["?from=2026-03-02", 0],
    ["?to=2026-02-28", 0],
    ["?cursor=4", 0],
    ["?from=nonsense", 0],
  ])("belong on the list %s: %i", (query, count) => {
    const news = addNews(NO_NEWS, eventsAt(4));
    const list = { listKey: `/api/signals/${query}`, rows: [], shownUpTo: 0 };
    expect(heldSignals(news, list)).toHaveLength(count);
  });

  it("count an event once and remember a bounded number", () => {
    const twice = addNews(addNews(NO_NEWS, eventsAt(4, 5)), eventsAt(5, 6));
    expect(twice.events.map(({ seq }) => seq)).toEqual([4, 5, 6]);
    const many = addNews(NO_NEWS, eventsAt(...Array.from({ length: 300 }, (_, index) => index + 1)));
    expect([many.events.length, many.events.at(-1)?.seq]).toEqual([200, 300]);
  });

  it("know the newest end among the rows", () => {
    const end = lost(open("a", 1), 7);
    const earlier = lost(open("b", 2), 6);
    const ends = [earlier, end].map((signal): LiveEvent => ({
      seq: signal.settled_seq ?? 0,
      kind: "settled",
      signal,
    }));
    const news = addNews(addNews(NO_NEWS, ends), eventsAt(8));
    expect(newestEnd(news, [open("signal-8", 8), open("b", 2), open("a", 1)])).toEqual(end);
    expect(newestEnd(news, [open("b", 2)])).toEqual(earlier);
    expect(newestEnd(news, [open("signal-8", 8), open("c", 3)])).toBeNull();
  });

  it("start after the newest entry that the rows know of", () => {
    expect(newestSeq([open("b", 6), lost(open("a", 1), 9)])).toBe(9);
  });

  it("start before the first entry where there are no rows", () => {
    expect(newestSeq([])).toBe(0);
  });
});
