/** Finds the first difference between two JSON values. */

export interface Difference {
  /** Path of names and indices, with dots: `statistics.win_rate`, `equity.3.at`. */
  readonly place: string;
  /** The value on either side; an absent value is null. */
  readonly found: unknown;
  readonly expected: unknown;
}

/** Tolerance relative to the larger value: in other engines and languages the last digit of sums and logarithms differs. */
export const ROUNDING = 1e-9;

/** Sums that should be 0 differ by at most this much. */
export const NEAR_ZERO = 1e-12;

/** Null if both are equal. An absent field equals null; fractions may differ by rounding. */
export function differenceOf(found: unknown, expected: unknown, place = ""): Difference | null {
  if (isSame(found, expected)) return null;
  if (!isGroup(found) || !isGroup(expected))
    return { place, found: found ?? null, expected: expected ?? null };
  const [here, there] = [new Map(Object.entries(found)), new Map(Object.entries(expected))];
  for (const name of new Set([...there.keys(), ...here.keys()])) {
    const inner = place === "" ? name : `${place}.${name}`;
    const difference = differenceOf(here.get(name), there.get(name), inner);
    if (difference) return difference;
  }
  return null;
}

function isSame(one: unknown, other: unknown): boolean {
  // Whole numbers are counts, instants and ranks, which are exact in every engine.
  if (
    typeof one === "number" &&
    typeof other === "number" &&
    !(Number.isInteger(one) && Number.isInteger(other))
  )
    return Math.abs(one - other) <= Math.max(ROUNDING * Math.max(Math.abs(one), Math.abs(other)), NEAR_ZERO);
  return (one ?? null) === (other ?? null);
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
