/** The standard normal distribution. */

/** From here on the continued fraction converges faster than the series. */
const FAR = 2.5;

/** Enough for the fraction at `FAR` to be exact to the last digits. */
const STEPS = 60;

/**
 * Probability above `z`, which is at least 0, to about 14 digits. Abramowitz and Stegun, Handbook of Mathematical Functions,
 * 26.2.
 */
export function normalTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return z < FAR ? 0.5 - density * seriesAt(z) : density / fractionAt(z);
}

/** z + z³/3 + z⁵/(3·5) + …: 26.2.11. */
function seriesAt(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * Number.EPSILON; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** z + 1/(z + 2/(z + 3/(z + …))): 26.2.14. */
function fractionAt(z: number): number {
  let fraction = z;
  for (let step = STEPS; step > 0; step -= 1) fraction = z + step / fraction;
  return fraction;
}
