import { expect, it } from "vitest";
import { verdictOf } from "#client/pages/traders/calibration.tsx";

const interval = { low: 0.5, high: 0.7 };

it.each([
  [30, 0.71, "overconfident"],
  [30, 0.49, "underconfident"],
  [30, 0.6, "fits"],
  [30, 0.7, "fits"],
  [29, 0.99, "tooFew"],
])(
  "the verdict on stated probabilities for %d decided signals with a mean stated probability of %d is %s",
  (decided, said, verdict) => {
    expect(verdictOf({ decided, said, interval })).toBe(verdict);
  },
);
