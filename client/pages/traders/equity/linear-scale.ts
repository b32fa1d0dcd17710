/** Maps values onto a length, and finds round values to mark on it: multiples of 1, 2 or 5 times a power of ten. */

export interface LinearScale {
  readonly at: (value: number) => number;
  /** About so many round values within the scale, rising. */
  readonly ticks: (count: number) => readonly number[];
}

type Span = readonly [start: number, end: number];

/** `domain` must rise; `range` may fall, as heights from the top do. */
export function linearScale([low, high]: Span, [start, end]: Span): LinearScale {
  return {
    at: (value) => start + ((value - low) / (high - low)) * (end - start),
    ticks: (count) => {
      const steps = roundSteps((high - low) / count);
      const first = Math.ceil(steps.from(low));
      const last = Math.floor(steps.from(high));
      return Array.from({ length: last - first + 1 }, (_, index) => steps.to(first + index));
    },
  };
}

/** A span around `low` and `high` that begins and ends at two of its own about `count` ticks. */
export function roundSpan([low, high]: Span, count: number): Span {
  const steps = roundSteps((high - low) / count);
  const [from, to] = [steps.to(Math.floor(steps.from(low))), steps.to(Math.ceil(steps.from(high)))];
  // A wider span may have wider steps, to which it has to be rounded again.
  return from === low && to === high ? [from, to] : roundSpan([from, to], count);
}

/** Values counted in steps of the round number nearest to `width` by ratio. */
function roundSteps(width: number) {
  const power = Math.floor(Math.log10(width));
  const factor = roundFactor(width / 10 ** power);
  // A step below 1 is kept as what it divides 1 into, so that 3 × 0.1 is 0.3. `|| 0` makes -0 plain.
  const perUnit = Math.round(10 ** -power / factor);
  if (power < 0)
    return { from: (value: number) => value * perUnit, to: (count: number) => count / perUnit || 0 };
  const step = factor * 10 ** power;
  return { from: (value: number) => value / step, to: (count: number) => count * step || 0 };
}

/** `excess` is at least 1 and below 10; the limits are the geometric means of 1, 2, 5 and 10. */
function roundFactor(excess: number): number {
  if (excess >= Math.sqrt(50)) return 10;
  if (excess >= Math.sqrt(10)) return 5;
  return excess >= Math.SQRT2 ? 2 : 1;
}
