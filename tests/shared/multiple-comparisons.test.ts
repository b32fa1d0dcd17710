import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holmRejections, looksByEntries, looksOf } from "#shared/multiple-comparisons.ts";
import { normalTail } from "#shared/normal-tail.ts";
import { createReplay } from "#shared/replay.ts";
import { edgeOf, isAbove, LEAST_DECIDED, sortFiguresOf, statisticsOf, Z_95 } from "#shared/statistics.ts";
import { EMPTY_TALLY, type Tally } from "#shared/tally.ts";
import { chained, joined, published, settled } from "#tests/support/chained.ts";

const ALPHA = 0.025;

describe("Holm's step-down method", () => {
  it.each([
    // en.wikipedia.org/wiki/Holm-Bonferroni_method, "Example": of 0.01, 0.04, 0.03, 0.005 the first and the last.
    { ascending: [0.005, 0.01, 0.03, 0.04], looks: 4, alpha: 0.05, rejected: 2 },
    { ascending: [0.005, 0.01], looks: 4, alpha: 0.05, rejected: 2 },
    { ascending: [0.012, 0.016, 0.02, 0.04], looks: 4, alpha: 0.05, rejected: 4 },
    // A later one that would do is not reached.
    { ascending: [0.02, 0.02, 0.02], looks: 3, alpha: 0.05, rejected: 0 },
    { ascending: [0.05], looks: 1, alpha: 0.05, rejected: 1 },
    { ascending: [], looks: 9, alpha: 0.05, rejected: 0 },
  ])("rejects $rejected of $ascending among $looks", ({ ascending, looks, alpha, rejected }) => {
    expect(holmRejections(ascending, looks, alpha)).toBe(rejected);
  });

  it("agrees with adjusted p-values, max over j <= i of min(1, (m - j + 1) p_j)", () => {
    const p = fc.double({ min: 0, max: 0.2, noNaN: true });
    fc.assert(
      fc.property(fc.array(p, { maxLength: 30 }), fc.nat(30), (ps, others) => {
        const ascending = ps.toSorted((one, other) => one - other);
        const looks = ps.length + others;
        let adjusted = 0;
        const rejected = ascending.filter((value, index) => {
          adjusted = Math.max(adjusted, Math.min(1, (looks - index) * value));
          return adjusted <= ALPHA;
        });
        // Rounding decides where (m - j + 1) p is alpha to the last digit.
        fc.pre(ascending.every((value, index) => Math.abs((looks - index) * value - ALPHA) > 1e-12));
        expect(holmRejections(ascending, looks, ALPHA)).toBe(rejected.length);
      }),
    );
  });
});

describe("comparing several records", () => {
  it("does not change the limit for a single record", () => {
    expect(looksOf([2], 1)).toEqual({ lookedAt: 1, leastEdge: 2 });
    expect(looksOf([], 40)).toEqual({ lookedAt: 40, leastEdge: Infinity });
  });

  it("raises the limit with their number, and lowers it for the next once one has passed", () => {
    // One-sided 0.025 / 40 is passed from 3.2273 on, 0.025 / 39 from 3.2200.
    expect(normalTail(3.228)).toBeLessThan(ALPHA / 40);
    expect(normalTail(3.227)).toBeGreaterThan(ALPHA / 40);
    expect(looksOf([3.227], 40).leastEdge).toBe(Infinity);
    expect(looksOf([3.228, 3.221], 40).leastEdge).toBe(3.221);
    expect(looksOf([3.228, 3.228, 3.1], 40).leastEdge).toBe(3.228);
  });

  it("counts the records at the head of a replay", async () => {
    const replay = createReplay();
    const acts = [joined("north-light"), joined("east-light")];
    for (let index = 0; index < LEAST_DECIDED; index += 1)
      acts.push(published(`s${index}`, index * 10), settled(`s${index}`, index * 10 + 8, "won"));
    const entries = await chained(acts);
    for (const entry of entries.slice(0, -1)) replay.add(entry);
    expect(looksByEntries(replay.state)).toEqual({ lookedAt: 0, leastEdge: Infinity });
    for (const entry of entries.slice(-1)) replay.add(entry);
    const looks = looksByEntries(replay.state);
    const tally = replay.state.traders.get("north-light")?.tally ?? EMPTY_TALLY;
    expect(looks).toEqual({ lookedAt: 1, leastEdge: edgeOf(tally) });
    expect(looksByEntries(replay.state)).toBe(looks);
  });
});

describe("traders who only guess", () => {
  it("have no verdict after five signals, and rank after all who have thirty", () => {
    const random = randomFrom(40);
    const tossers = Array.from({ length: 40 }, () =>
      tossed(random, { signals: 5, chance: 0.5, payout: 0.85 }),
    );
    expect(tossers.some(({ won }) => won === 5)).toBe(true);
    const worst = sortFiguresOf({ ...EMPTY_TALLY, lost: LEAST_DECIDED });
    for (const tally of tossers) {
      expect(statisticsOf(tally).verdict).toBe("none");
      expect(sortFiguresOf(tally).rank_low).toBeLessThan(worst.rank_low);
    }
  });

  it("are falsely called above in about one of forty simulations, even if there are a thousand", () => {
    const [traders, worlds] = [1000, 400];
    const fair = { signals: 100, chance: 1 / 1.85, payout: 0.85 };
    const random = randomFrom(2026);
    let [alone, wrong] = [0, 0];
    for (let world = 0; world < worlds; world += 1) {
      const edges = Array.from({ length: traders }, () => edgeOf(tossed(random, fair))).filter(isAbove);
      alone += edges.length;
      const { leastEdge } = looksOf(
        edges.toSorted((one, other) => other - one),
        traders,
      );
      if (leastEdge < Infinity) wrong += 1;
    }
    // A single look is wrong about 1 in 40: some 25 in each world.
    expect(alone / worlds).toBeGreaterThan(15);
    // 2.5 % of 400 are 10; three standard deviations more are 19.
    expect(wrong).toBeLessThanOrEqual(19);
    expect(wrong).toBeGreaterThan(0);
  });

  it("do not hide a trader who is far above", () => {
    const great = edgeOf({
      ...EMPTY_TALLY,
      won: 700,
      lost: 300,
      gains: 5_950_000,
      squared_gains: 5.0575e10,
      net: 2_950_000,
    });
    expect(great).toBeGreaterThan(Z_95);
    expect(looksOf([great ?? 0], 10_000).leastEdge).toBe(great);
  });
});

interface Tosses {
  readonly signals: number;
  readonly chance: number;
  readonly payout: number;
}

function tossed(random: () => number, { signals, chance, payout }: Tosses): Tally {
  let won = 0;
  for (let index = 0; index < signals; index += 1) if (random() < chance) won += 1;
  const gain = payout * 10_000;
  const lost = signals - won;
  return {
    ...EMPTY_TALLY,
    won,
    lost,
    gains: won * gain,
    squared_gains: won * gain * gain,
    net: won * gain - lost * 10_000,
  };
}

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
