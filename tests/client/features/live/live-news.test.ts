import { describe, expect, it } from "vitest";
import type { Signal, SignalPage } from "#shared/contracts/signals.ts";
import {
  heldSignals,
  joinNews,
  learn,
  type LiveNews,
  loseTrack,
  newestEnd,
  newsFrom,
  pathsOfList,
  seqOf,
  withHeld,
} from "#client/features/live/live-news.ts";
import { someSignal } from "#tests/support/some-signal.ts";

const open = (id: string, seq: number) => someSignal({ id, published_seq: seq });
const ended = (signal: Signal, seq: number, outcome: Signal["outcome"] = "lost"): Signal => ({
  ...signal,
  outcome,
  settled_at: "2026-03-01T00:06:01.000Z",
  settled_seq: seq,
});
const corrected = (signal: Signal, seq: number): Signal => ({
  ...signal,
  outcome: "lost",
  correction: { from: "won", at: "2026-03-01T00:07:00.000Z", reason: "misread", seq },
});
/** A list as it was read at the ledger entry `seq`. */
const readAt = (seq: number, ...results: Signal[]): SignalPage => ({ results, next: null, as_of_seq: seq });
/** What a tab knows whose first page was read at `seq`, and which has been told of these since. */
const knowing = (seq: number, ...states: Signal[]): LiveNews =>
  states.reduce(
    (news, state) => learn(news, [state], Math.max(news.seq, seqOf({ results: [state] }))),
    newsFrom(seq),
  );
const shown = (page: SignalPage, news: LiveNews) =>
  joinNews(page, news.signals).results.map(({ id, outcome }) => `${id} ${outcome}`);

describe("merging live news into a list", () => {
  const [a, b, c] = [open("a", 1), open("b", 2), open("c", 3)];

  it("updates a row of prefetched data whose signal ended before the page was shown", () => {
    const fetchedAhead = readAt(3, c, b, a);
    const news = knowing(3, ended(b, 4));
    expect(shown(fetchedAhead, news)).toEqual(["c open", "b lost", "a open"]);
  });

  it.each([
    ["another filter", readAt(3, b)],
    ["another page", readAt(3, b, a)],
  ])("updates %s that was loaded before the signal ended", (_name, page) => {
    expect(shown(page, knowing(3, ended(b, 4)))[0]).toBe("b lost");
  });

  it("keeps the newer state, whether it comes from the news or from the response", () => {
    const news = knowing(3, ended(b, 4, "won"));
    expect(shown(readAt(3, b), news)).toEqual(["b won"]);
    expect(shown(readAt(5, corrected(ended(b, 4, "won"), 5)), news)).toEqual(["b lost"]);
  });

  it("gives the same result in whatever order the news arrive", () => {
    const states = [b, ended(b, 4, "won"), corrected(ended(b, 4, "won"), 6)];
    expect(shown(readAt(3, b), knowing(3, ...states))).toEqual(["b lost"]);
    expect(shown(readAt(3, b), knowing(3, ...states.toReversed()))).toEqual(["b lost"]);
  });

  it("adds and moves no rows, and returns the same list if nothing is newer", () => {
    const page = readAt(3, c, ended(b, 3), a);
    expect(joinNews(page, knowing(3, open("d", 4), b).signals)).toBe(page);
  });

  it("keeps the sequence number of the list, even if the response does not state it", () => {
    const { as_of_seq: _, ...page } = readAt(0, b, a);
    const news = knowing(2, ended(b, 9));
    expect(shown(page, news)).toEqual(["b lost", "a open"]);
    expect([page, joinNews(page, news.signals)].map(seqOf)).toEqual([2, 2]);
  });
});

describe("a list that may be missing events", () => {
  const lacks = (page: SignalPage, news: LiveNews) => seqOf(page) < news.since;

  it("is complete if the news began before it was loaded", () => {
    const news = knowing(10, open("x", 11), open("y", 12));
    expect(lacks(readAt(10, open("a", 1)), news)).toBe(false);
    expect(lacks(readAt(12), news)).toBe(false);
  });

  it("is incomplete if the news began after it was loaded, as with a cached copy", () => {
    expect(lacks(readAt(9, open("a", 1)), knowing(10))).toBe(true);
  });

  it("is incomplete after a reset until it is loaded again, but keeps the news known so far", () => {
    const b = open("b", 2);
    const news = loseTrack(knowing(10, ended(b, 11)), 400);
    expect(lacks(readAt(11, b), news)).toBe(true);
    expect(lacks(readAt(400, b), news)).toBe(false);
    expect(shown(readAt(10, b), news)).toEqual(["b lost"]);
  });

  it("is incomplete after every message that cannot be understood", () => {
    const news = knowing(10, open("x", 11));
    const once = loseTrack(news, 11);
    expect(lacks(readAt(11), once)).toBe(true);
    expect(loseTrack(once, 11).since).toBeGreaterThan(once.since);
  });

  it("is incomplete if older signals were dropped because more than a thousand are known", () => {
    const many = Array.from({ length: 1_001 }, (_, index) => open(`signal-${index}`, 11 + index));
    const news = learn(newsFrom(10), many, 1_011);
    expect(news.signals.size).toBe(500);
    expect(["signal-1000", "signal-0"].map((id) => news.signals.has(id))).toEqual([true, false]);
    expect([lacks(readAt(1_010), news), lacks(readAt(1_011), news)]).toEqual([true, false]);
  });

  it("is loaded again as it is now and as the rows that were shown, with the same filters", () => {
    const key = "/api/signals/?asset=EUR%2FUSD&limit=20";
    expect(pathsOfList(key, 7)).toEqual([key, `${key}&cursor=8`]);
    expect(pathsOfList("/api/signals/", undefined)).toEqual(["/api/signals/"]);
    expect(pathsOfList("/api/signals/?sort=payout", 7)).toEqual(["/api/signals/?sort=payout"]);
  });
});

describe("new signals on a list", () => {
  const heldIn = (news: LiveNews, page: SignalPage, query = "") =>
    heldSignals(news, `/api/signals/${query}`, page).map(({ id }) => id);

  it("are held back if they were published after it was loaded and are not on it yet", () => {
    const news = knowing(3, open("d", 4), open("e", 5), open("f", 6));
    expect(heldIn(news, readAt(3))).toEqual(["d", "e", "f"]);
    expect(heldIn(news, readAt(5, open("d", 4)))).toEqual(["f"]);
    expect(heldIn(news, { results: [open("e", 5)], next: null })).toEqual(["f"]);
  });

  it.each([
    ["-published_at", 0.1, true],
    ["-payout", 0.81, true],
    // Of equals the newest comes first where the order is turned round, and last where it is not.
    ["-payout", 0.8, true],
    ["-payout", 0.79, false],
    ["payout", 0.79, true],
    ["payout", 0.8, false],
    ["-entry_at", 0.1, true],
    ["expires_at", 0.1, false],
  ])("sorted by %s: a payout of %d is held back on the first of more pages: %s", (sort, payout, isHeld) => {
    const last = { ...open("a", 1), payout: 0.8 };
    const news = knowing(3, { ...open("d", 4), payout });
    const page = readAt(3, last);
    expect(heldIn(news, { ...page, next: "c" }, `?sort=${sort}`)).toEqual(isHeld ? ["d"] : []);
    expect(heldIn(news, page, `?sort=${sort}`)).toEqual(["d"]);
    expect(heldIn(news, page, `?sort=${sort}&cursor=9,9`)).toEqual([]);
  });

  it("join it without a request, newest first, if nothing was missed and it has no order of its own", () => {
    const news = knowing(3, open("d", 4), open("e", 5), ended(open("d", 4), 6));
    const page = { ...readAt(3, open("a", 1)), next: "c" };
    const added = (key: string, known: LiveNews) => withHeld(known, key, page, heldSignals(known, key, page));
    expect(added("/api/signals/", news)).toEqual({
      results: [open("e", 5), ended(open("d", 4), 6), open("a", 1)],
      next: "c",
      as_of_seq: 6,
    });
    expect(added("/api/signals/?sort=-payout", news)).toBeNull();
    expect(added("/api/signals/", loseTrack(news, 9))).toBeNull();
  });

  it("are not held back if they have only ended", () => {
    expect(heldIn(knowing(3, open("a", 1), ended(open("b", 2), 4)), readAt(3))).toEqual([]);
  });

  it.each([
    ["?trader=north-light", 1],
    ["?trader=south-light", 0],
    ["?asset=EUR%2FUSD&outcome=open", 1],
    ["?asset=eur%2Fusd", 1],
    ["?asset=FX:EURUSD", 1],
    ["?asset=d%C3%B3lar", 1],
    ["?asset=oro", 0],
    ["?trader=n%C3%B6rthLIGHT", 1],
    ["?asset=GBP%2FUSD", 0],
    ["?outcome=lost", 0],
    ["?from=2026-03-01&to=2026-03-01", 1],
    ["?from=2026-03-02", 0],
    ["?to=2026-02-28", 0],
    ["?cursor=4", 0],
    ["?from=nonsense", 0],
  ])("are held back if they match the query %s: %i", (query, count) => {
    expect(heldIn(knowing(3, open("d", 4)), readAt(3), query)).toHaveLength(count);
  });

  it("are held back on a list of witnessed signals only if a witness saw them before their entry", () => {
    const witnessedAt = (id: string, seq: number, witnessed_at: string) => ({
      ...open(id, seq),
      witnessed_at,
    });
    const news = knowing(
      3,
      open("d", 4),
      witnessedAt("e", 5, "2026-03-01T00:00:59.999Z"),
      witnessedAt("f", 6, "2026-03-01T00:01:00.000Z"),
    );
    expect(heldIn(news, readAt(3), "?witnessed=in_time")).toEqual(["e"]);
  });
});

const rows = [open("c", 3), open("b", 2), open("a", 1)];

it("the newest ended signal among the rows is the last that ended or was corrected since the page opened", () => {
  const news = knowing(3, ended(open("b", 2), 6), ended(open("a", 1), 7), open("d", 8));
  expect(newestEnd(news, rows, 3)?.id).toBe("a");
  expect(newestEnd(news, rows.slice(0, 2), 3)?.id).toBe("b");
  expect(newestEnd(news, [open("d", 8)], 3)).toBeNull();
  expect(newestEnd(news, rows, 7)).toBeNull();
  expect(newestEnd(learn(news, [corrected(ended(open("b", 2), 6, "won"), 9)]), rows, 7)?.id).toBe("b");
});
