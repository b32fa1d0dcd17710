import { describe, expect, it } from "vitest";
import { LIVE_BACKLOG_LIMIT, type LiveEvent } from "#shared/contracts/live.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { extendRun, missedSince } from "#worker/api/live/read-events.ts";

const signal: Signal = {
  id: "00",
  trader: { handle: "north-light", name: "North Light" },
  asset: "EUR/USD",
  direction: "up",
  published_at: "2026-03-01T00:00:00.000Z",
  entry_at: "2026-03-01T00:01:00.000Z",
  expires_at: "2026-03-01T00:06:00.000Z",
  settle_by: "2026-03-02T00:06:00.000Z",
  payout: 0.85,
  stake: 1,
  outcome: "open",
  is_late: false,
  is_otc: false,
  settled_at: null,
  void_reason: null,
  correction: null,
  published_seq: 1,
  settled_seq: null,
};

const eventsAt = (...seqs: number[]) => seqs.map((seq): LiveEvent => ({ seq, kind: "published", signal }));
const seqsOf = (events: readonly LiveEvent[] | null) => events?.map(({ seq }) => seq);

describe("missedSince", () => {
  const run = { from: 4, events: eventsAt(5, 7, 8), to: 9 };

  it("gives what came after a place between the run's ends", () => {
    expect([4, 5, 6, 8, 9].map((after) => seqsOf(missedSince(run, after)))).toEqual([
      [5, 7, 8],
      [7, 8],
      [7, 8],
      [],
      [],
    ]);
  });

  it("knows nothing of what lies before or beyond", () => {
    expect([missedSince(run, 3), missedSince(run, 10)]).toEqual([null, null]);
  });
});

describe("extendRun", () => {
  it("keeps the newest events and knows from where none is missing", () => {
    const seqs = Array.from({ length: LIVE_BACKLOG_LIMIT }, (_, index) => 10 + index);
    const run = { from: 0, events: eventsAt(...seqs), to: 200 };
    const longer = extendRun(run, { from: 200, events: eventsAt(201, 203), to: 204 });
    expect(longer.events).toHaveLength(LIVE_BACKLOG_LIMIT);
    expect([longer.from, longer.events[0]?.seq, longer.events.at(-1)?.seq, longer.to]).toEqual([
      11, 12, 203, 204,
    ]);
  });

  it("loses nothing while there is room", () => {
    const longer = extendRun(
      { from: 3, events: eventsAt(4), to: 5 },
      { from: 5, events: eventsAt(6), to: 6 },
    );
    expect([longer.from, seqsOf(longer.events), longer.to]).toEqual([3, [4, 6], 6]);
  });
});
