import { describe, expect, it } from "vitest";
import { LIVE_BACKLOG_LIMIT, type LiveEvent } from "#shared/contracts/live.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { extendRun, missedSince } from "#worker/api/live/read-events.ts";

const signal = someSignal();

const eventsAt = (...seqs: number[]) => seqs.map((seq): LiveEvent => ({ seq, kind: "published", signal }));
const seqsOf = (events: readonly LiveEvent[] | null) => events?.map(({ seq }) => seq);

describe("missedSince", () => {
  const run = { from: 4, events: eventsAt(5, 7, 8), to: 9 };

  it("returns the events after a given seq within the run", () => {
    expect([4, 5, 6, 8, 9].map((after) => seqsOf(missedSince(run, after)))).toEqual([
      [5, 7, 8],
      [7, 8],
      [7, 8],
      [],
      [],
    ]);
  });

  it("returns null before the run's start or after its end", () => {
    expect([missedSince(run, 3), missedSince(run, 10)]).toEqual([null, null]);
  });
});

describe("extendRun", () => {
  it("keeps the newest events, and from where they are complete", () => {
    const seqs = Array.from({ length: LIVE_BACKLOG_LIMIT }, (_, index) => 10 + index);
    const run = { from: 0, events: eventsAt(...seqs), to: 200 };
    const longer = extendRun(run, { from: 200, events: eventsAt(201, 203), to: 204 });
    expect(longer.events).toHaveLength(LIVE_BACKLOG_LIMIT);
    expect([longer.from, longer.events[0]?.seq, longer.events.at(-1)?.seq, longer.to]).toEqual([
      11, 12, 203, 204,
    ]);
  });

  it("drops nothing while there is space", () => {
    const longer = extendRun(
      { from: 3, events: eventsAt(4), to: 5 },
      { from: 5, events: eventsAt(6), to: 6 },
    );
    expect([longer.from, seqsOf(longer.events), longer.to]).toEqual([3, [4, 6], 6]);
  });
});
