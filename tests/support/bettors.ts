/** Traders drawn by chance, to see how high their evidence ever stands. */
import {
  betOnEnd,
  betOnPublished,
  evidenceOf,
  FIRST_PURSES,
  type Purses,
  stakesOf,
} from "#shared/record/evidence.ts";
import { randomNumbers } from "#worker/local/demo-data/random-numbers.ts";

export const PAYOUT = 0.85;

/** Wins as often as it takes to break even. */
export const NO_EDGE = 1 / (1 + PAYOUT);

type Step = { readonly publish: number } | { readonly end: number; readonly isWon: boolean };

interface World {
  readonly random: () => number;
  readonly signals: number;
  readonly rate: number;
}

/** How the signals of a trader hang together. */
export const WAYS = {
  "one after another": function* ({ random, signals, rate }: World): Generator<Step> {
    for (let id = 0; id < signals; id += 1) {
      yield { publish: id };
      yield { end: id, isWon: random() < rate };
    }
  },
  "in batches of twenty equal bets": function* ({ random, signals, rate }: World): Generator<Step> {
    for (let first = 0; first < signals; first += 20) {
      const batch = Array.from({ length: 20 }, (_, index) => first + index);
      const isWon = random() < rate;
      for (const id of batch) yield { publish: id };
      for (const id of batch) yield { end: id, isWon };
    }
  },
  "overlapping at random": function* ({ random, signals, rate }: World): Generator<Step> {
    const open: number[] = [];
    for (let id = 0; id < signals; id += 1) {
      yield { publish: id };
      open.push(id);
      while (open.length > 0 && random() < open.length / 30) {
        const [end] = open.splice(Math.floor(random() * open.length), 1);
        if (end !== undefined) yield { end, isWon: random() < rate };
      }
    }
  },
} as const;

/** Highest evidence that a reader ever sees who looks after each entry. */
export function highestEvidence(steps: Iterable<Step>): number {
  const stakes = new Map<number, Purses>();
  let purses = FIRST_PURSES;
  let highest = 0;
  for (const step of steps) {
    if ("publish" in step) {
      const staked = stakesOf(purses, PAYOUT);
      stakes.set(step.publish, staked);
      purses = betOnPublished(purses, staked);
    } else {
      const outcome = step.isWon ? "won" : "lost";
      const end = { outcome, isByPrices: true, isLate: false, payout: PAYOUT } as const;
      purses = betOnEnd(purses, stakes.get(step.end) ?? null, end);
      stakes.delete(step.end);
    }
    highest = Math.max(highest, evidenceOf(purses).evidence);
  }
  return highest;
}

/** Share of traders without an edge who ever reach each mark. */
export function sharesReaching(
  way: keyof typeof WAYS,
  {
    worlds,
    signals,
    marks,
  }: { readonly worlds: number; readonly signals: number; readonly marks: readonly number[] },
): number[] {
  const random = randomNumbers(2026);
  const highest = Array.from({ length: worlds }, () =>
    highestEvidence(WAYS[way]({ random, signals, rate: NO_EDGE })),
  );
  return marks.map((mark) => highest.filter((evidence) => evidence >= mark).length / worlds);
}
