import { describe, expect, it } from "vitest";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay, type Replay } from "#shared/record/replay.ts";
import {
  type Act,
  chained,
  clocked,
  corrected,
  DAY_MINUTES,
  instant,
  joined,
  overdue,
  published,
  retired,
  settled,
  sha256,
  voided,
} from "#tests/support/chained.ts";

const NORTH = joined("north-light");
const YEAR_MINUTES = 366 * DAY_MINUTES;
const MS = 1 / 60_000;

/** Signal `a`, with changes. */
const a = (changes: Parameters<typeof published>[2] = {}) => published("a", 1, changes);

function expiringAt(minutes: number) {
  return { expires_at: instant(minutes), settle_by: instant(minutes + DAY_MINUTES) };
}

/** Until minute 2. */
function livingFrom(minutes: number) {
  return { entry_at: instant(minutes), is_late: true, ...expiringAt(2) };
}

/** The act, on a clock that is behind the ledger's time by as much. */
const slow = (act: Act, minutes = MS) =>
  clocked(act, new Date(Date.parse(act.at) - minutes * 60_000).toISOString());

const JOINED = [NORTH];
const OPEN = [NORTH, a()];
const WON = [...OPEN, settled("a", 7, "won")];
const LOST = [...OPEN, settled("a", 7, "lost")];
const DRAWN = [...OPEN, settled("a", 7, "draw")];
const VOID = [...OPEN, voided("a", 2)];
/** While the head's time has come to that of expiry, or of the deadline. */
const EXPIRED = [...OPEN, joined("south-light", 7)];
const OVERDUE = [...OPEN, joined("south-light", 7 + DAY_MINUTES)];
const RETIRED = [NORTH, retired("north-light", 1)];

async function replayed(acts: readonly Act[]): Promise<Replay> {
  const replay = createReplay();
  const verdict = await verifyChain(await chained(acts), { sha256, replay });
  expect(verdict).toMatchObject({ holds: true, checked: acts.length });
  return replay;
}

describe("replaying the ledger", () => {
  it("finds the outcome of each signal and the entries that led to it", async () => {
    const { state } = await replayed([
      NORTH,
      published("a", 1, { confidence: 70 }),
      published("b", 2),
      published("c", 3),
      voided("b", 4),
      settled("a", 7, "won"),
      corrected("a", 8, "draw", "read too early"),
      corrected("a", 9, "lost", "read the wrong chart"),
    ]);
    expect(state.signals.get("a")).toMatchObject({
      publishedSeq: 2,
      publishedAt: instant(1),
      outcome: "lost",
      end: { seq: 6, at: instant(7), ending: { cause: "result" } },
      correction: { from: "draw", seq: 8, at: instant(9), reason: "read the wrong chart" },
    });
    expect(state.signals.get("b")).toMatchObject({
      outcome: "void",
      end: { seq: 5, ending: { cause: "void", reason: "no quotes" } },
    });
    expect(state.signals.get("c")).toMatchObject({ outcome: "open", end: null, correction: null });
    expect(state.head).toMatchObject({ seq: 8, at: instant(9) });
    expect(state.traders.get("north-light")?.confidences).toEqual([{ confidence: 70, won: 0, lost: 1 }]);
  });

  it("computes each trader's tally and curve, and the totals", async () => {
    const { state } = await replayed([
      NORTH,
      joined("south-light", 1),
      published("a", 2),
      published("b", 3, { trader: "south-light" }),
      settled("a", 8, "won"),
      retired("north-light", 8),
      settled("b", 9, "lost"),
    ]);
    expect(state.traders.get("north-light")).toMatchObject({
      joinedAt: instant(0),
      retiredAt: instant(8),
      lastSeq: 6,
      isCompared: false,
      tally: { won: 1, lost: 0, net: 8500 },
      series: { points: [{ settled: 1, equity: 0.85, drawdown: 0 }] },
    });
    expect(state.traders.get("south-light")).toMatchObject({
      retiredAt: null,
      lastSeq: 7,
      tally: { lost: 1 },
    });
    expect(state.totals).toMatchObject({
      traders: 2,
      retiredTraders: 1,
      tally: { won: 1, lost: 1, net: -1500, max_drawdown: 10_000 },
    });
  });

  it("gives a correction in two steps the evidence of a loss, and a point on the curve at its own time", async () => {
    const corrections = [corrected("a", 8, "draw"), corrected("a", 9, "lost")];
    const { state } = await replayed([...WON, ...corrections]);
    const lost = await replayed(LOST);
    const north = state.traders.get("north-light");
    expect(north?.purses).toEqual(lost.state.traders.get("north-light")?.purses);
    expect(north?.series.points).toEqual([
      { settled: 1, atMs: Date.parse(instant(9)), equity: -1, drawdown: 1.85 },
    ]);
  });

  it("continues from its state, and rejects an entry dated before the last one", async () => {
    const chain = await chained([NORTH, published("a", 5), { ...settled("a", 12, "won"), at: instant(4) }]);
    const replay = createReplay();
    expect(await verifyChain(chain.slice(0, 2), { sha256, replay })).toMatchObject({ holds: true });
    expect(await verifyChain(chain.slice(2), { sha256, replay })).toEqual({
      holds: false,
      seq: 3,
      flaw: "time_goes_back",
    });
  });

  it("lets open signals of a retired trader end", async () => {
    const { state } = await replayed([
      NORTH,
      published("a", 1),
      retired("north-light", 2),
      overdue("a", 7 + DAY_MINUTES),
    ]);
    expect(state.signals.get("a")).toMatchObject({ outcome: "lost" });
  });
});

describe("entries", () => {
  it("count a void as lost from entry on in every figure, and never before", async () => {
    const { state } = await replayed([
      NORTH,
      published("before", 1, { confidence: 70 }),
      published("after", 1, { confidence: 70 }),
      voided("before", 2 - MS),
      voided("after", 2),
    ]);
    expect(state.signals.get("before")).toMatchObject({ outcome: "void", end: { countsAsLost: false } });
    expect(state.signals.get("after")).toMatchObject({ outcome: "void", end: { countsAsLost: true } });
    expect(state.traders.get("north-light")).toMatchObject({
      tally: {
        open: 0,
        void: 1,
        void_lost: 1,
        lost: 1,
        net: -10_000,
        losing_streak: 1,
        max_drawdown: 10_000,
      },
      confidences: [{ confidence: 70, won: 0, lost: 1 }],
      series: { points: [{ settled: 1, equity: -1 }] },
    });
    expect(state.totals.tally).toMatchObject({ void: 1, void_lost: 1, lost: 1 });
  });

  it("count a void from entry on separately on an OTC asset, like a loss there", async () => {
    const { state } = await replayed([
      NORTH,
      published("otc", 1, { asset: "EURUSD_otc", is_otc: true }),
      voided("otc", 2),
    ]);
    expect(state.totals.tally).toMatchObject({ void: 0, void_lost: 1, lost: 0, otc_lost: 1 });
    expect(state.traders.get("north-light")?.series.points).toEqual([]);
  });

  it.each<[what: string, acts: readonly Act[]]>([
    ["a signal in time", [published("a", 1, { entry_at: instant(1) })]],
    ["a life of 10 s", [a(expiringAt(2 + 1 / 6))]],
    ["a life of 366 days from publication", [a(expiringAt(1 + YEAR_MINUTES))]],
    ["a life of 366 days to expiry", [a(livingFrom(2 - YEAR_MINUTES))]],
    ["a result at expiry", [a(), settled("a", 7, "won")]],
    ["a void before the deadline", [a(), voided("a", 7 + DAY_MINUTES - MS)]],
    ["the deadline", [a(), overdue("a", 7 + DAY_MINUTES)]],
    ["a clock a minute behind", [a(), joined("south-light", 7), slow(joined("east-light", 7), 1)]],
    ["a result by the clock", [a(), joined("south-light", 8), slow(settled("a", 8, "won"), 1)]],
    ["a void by the ledger's time", [a(), joined("south-light", 8), slow(voided("a", 8), 1)]],
  ])("are accepted at the limit: %s", async (_what, acts) => {
    await replayed([NORTH, ...acts]);
  });
});

describe("an entry that breaks a rule in an otherwise valid chain", () => {
  it.each<[flaw: string, what: string, before: readonly Act[], broken: Act]>([
    ["trader_exists", "a trader joins twice", JOINED, joined("north-light", 1)],
    ["trader_exists", "a retired trader starts afresh", RETIRED, joined("north-light", 2)],
    ["trader_not_found", "a stranger retires", JOINED, retired("south-light", 1)],
    ["trader_retired", "a trader retires twice", RETIRED, retired("north-light", 2)],
    ["trader_not_found", "a stranger publishes", [], a()],
    ["trader_retired", "a retired trader publishes", RETIRED, published("a", 2)],
    ["signal_exists", "an id is used twice", WON, published("a", 8)],
    ["late_mark_differs", "a late signal does not say so", JOINED, a({ entry_at: instant(0.5) })],
    ["late_mark_differs", "one in time says it is late", JOINED, a({ is_late: true })],
    ["otc_mark_differs", "another asset is marked as OTC", JOINED, a({ is_otc: true })],
    ["otc_mark_differs", "an OTC asset is not marked", JOINED, a({ asset: "EURUSD_otc" })],
    ["asset_spelling_differs", "its asset has no slash", JOINED, a({ asset: "EURUSD" })],
    ["asset_spelling_differs", "its asset is in small letters", JOINED, a({ asset: "eur/usd" })],
    ["asset_spelling_differs", "its asset has a zero for an O", JOINED, a({ asset: "EURUSD_0TC" })],
    ["asset_spelling_differs", "its asset names OTC in front", JOINED, a({ asset: "OTC:EURUSD" })],
    ["deadline_differs", "the deadline is put off", JOINED, a({ settle_by: instant(9_999) })],
    ["entry_after_expiry", "it expires at its entry", JOINED, a(expiringAt(2))],
    [
      "already_expired",
      "it has expired",
      JOINED,
      a({ entry_at: instant(0), is_late: true, ...expiringAt(1) }),
    ],
    ["too_long", "it runs too long", JOINED, a(expiringAt(1 + YEAR_MINUTES + MS))],
    ["life_out_of_bounds", "its signal runs less than 10 s", JOINED, a(expiringAt(2 + 1 / 6 - MS))],
    [
      "life_out_of_bounds",
      "its signal runs more than 366 days",
      JOINED,
      a(livingFrom(2 - MS - YEAR_MINUTES)),
    ],
    ["payout_out_of_bounds", "a win would pay more than the stake", JOINED, a({ payout: 1.0001 })],
    ["payout_out_of_bounds", "a win would cost", JOINED, a({ payout: -1 })],
    ["payout_out_of_bounds", "sums would not be exact", JOINED, a({ payout: 0.85001 })],
    ["time_unreadable", "a time is in no calendar", JOINED, a({ entry_at: "2026-02-31T00:00:00.000Z" })],
    [
      "time_unreadable",
      "an entry's time is in no calendar",
      [],
      { ...NORTH, at: "2026-13-01T00:00:00.000Z" },
    ],
    ["time_unreadable", "its clock is in no calendar", JOINED, clocked(a(), "2026-13-01T00:00:00.000Z")],
    ["clock_differs", "its time is later than clock and head", JOINED, clocked(a(), instant(0.9))],
    ["clock_differs", "its time is earlier than its clock", JOINED, clocked(a(), instant(1.1))],
    ["clock_behind", "its clock is over a minute behind", JOINED, slow(joined("south-light"), 1 + MS)],
    ["not_yet_expired", "it has expired by the head's time alone", EXPIRED, slow(settled("a", 7, "won"))],
    [
      "before_deadline",
      "the deadline is past by the head alone",
      OVERDUE,
      slow(overdue("a", 7 + DAY_MINUTES)),
    ],
    ["deadline_passed", "it is not by the clock alone", OVERDUE, slow(settled("a", 7 + DAY_MINUTES, "won"))],
    ["signal_not_found", "what was never published is settled", JOINED, settled("a", 7, "won")],
    ["signal_not_found", "what was never published is voided", JOINED, voided("a", 7)],
    ["signal_not_found", "what was never published is corrected", JOINED, corrected("a", 7, "lost")],
    ["already_settled", "a loss is settled as a win", LOST, settled("a", 8, "won")],
    ["already_settled", "a loss is voided", LOST, voided("a", 8)],
    ["already_settled", "a void is settled", VOID, settled("a", 7, "won")],
    ["already_settled", "the deadline takes a win", WON, overdue("a", 7 + DAY_MINUTES)],
    ["not_yet_expired", "a result comes before expiry", OPEN, settled("a", 7 - MS, "won")],
    ["deadline_passed", "a result comes at the deadline", OPEN, settled("a", 7 + DAY_MINUTES, "won")],
    ["deadline_passed", "a void comes at the deadline", OPEN, voided("a", 7 + DAY_MINUTES)],
    ["before_deadline", "the deadline comes early", OPEN, overdue("a", 7)],
    ["not_correctable", "a loss is corrected", LOST, corrected("a", 8, "draw")],
    ["not_correctable", "a draw is corrected to a draw", DRAWN, corrected("a", 8, "draw")],
    ["not_correctable", "an open signal is corrected", OPEN, corrected("a", 8, "lost")],
    ["not_correctable", "a void is corrected", VOID, corrected("a", 8, "lost")],
    ["reason_missing", "a void says no reason", OPEN, voided("a", 2, " ")],
    ["reason_missing", "a correction says no reason", WON, corrected("a", 8, "lost", "  ")],
  ])("is rejected with %s if %s", async (flaw, _what, before, broken) => {
    const chain = await chained([...before, broken]);
    const seq = before.length + 1;
    expect(await verifyChain(chain, { sha256 })).toMatchObject({ holds: true });
    const replay = createReplay();
    expect(await verifyChain(chain, { sha256, replay })).toEqual({ holds: false, seq, flaw });
    expect(replay.state.head?.seq ?? 0).toBe(before.length);
  });
});
