/** A day of visits, minute by minute: the busiest second in the evening, and what the whole day is charged for. */
import { ASSUMED, type Setting } from "./assumptions.ts";
import { type Demand, demandOf, LIMIT_NAMES, type LimitName } from "./demand.ts";
import type { Measured } from "./measured.ts";
import { DAYS_OF_A_MONTH, mapUsage, type Usage } from "./platform.ts";

const DAY_SECONDS = 86_400;
const MINUTES = 1_440;
const PEAK_MINUTE = 20 * 60;

/** Visits of each minute, of the day's mean: a bell around the evening on a floor, so that the mean is 1 and the highest `peakFactor`. */
export const CURVE: readonly number[] = bell();

function bell(): number[] {
  const floor = 0.3;
  const bellOf = (width: number) =>
    Array.from(
      { length: MINUTES },
      (_, minute) =>
        floor +
        (ASSUMED.peakFactor - floor) *
          Math.exp(width * (Math.cos((2 * Math.PI * (minute - PEAK_MINUTE)) / MINUTES) - 1)),
    );
  const meanOf = (curve: readonly number[]) => curve.reduce((sum, value) => sum + value, 0) / MINUTES;
  let [wide, narrow] = [0, 1_000];
  for (let step = 0; step < 60; step += 1) {
    const width = (wide + narrow) / 2;
    if (meanOf(bellOf(width)) > 1) wide = width;
    else narrow = width;
  }
  return bellOf(wide);
}

/** The use of each limit in the busiest second. */
export function useOf(measured: Measured, setting: Setting, visitsADay: number): Demand["use"] {
  const visits = (visitsADay / DAY_SECONDS) * ASSUMED.peakFactor;
  return demandOf(measured, setting, visits, ASSUMED.mostEventsPerSecond).use;
}

/** What a month of such days uses. */
export function usageOfMonth(measured: Measured, setting: Setting, visitsADay: number): Usage {
  const eventsADay = ASSUMED.signalsADay * ASSUMED.eventsOfASignal;
  const minutes = CURVE.map((factor) => {
    const [visits, events] = [visitsADay, eventsADay].map((ofDay) => (ofDay / DAY_SECONDS) * factor);
    return demandOf(measured, setting, visits ?? 0, events ?? 0).usage;
  });
  return mapUsage((name) => minutes.reduce((sum, usage) => sum + usage[name] * 60, 0) * DAYS_OF_A_MONTH);
}

/** Visits a day at which a limit is reached; infinite where it is never. */
export function wallOf(measured: Measured, setting: Setting, limit: LimitName): number {
  let [below, above] = [1, 1e12];
  if (useOf(measured, setting, above)[limit] < 1) return Infinity;
  for (let step = 0; step < 60; step += 1) {
    const middle = Math.sqrt(below * above);
    if (useOf(measured, setting, middle)[limit] < 1) below = middle;
    else above = middle;
  }
  return below;
}

export interface Wall {
  readonly limit: LimitName;
  readonly visitsADay: number;
}

export function firstWall(measured: Measured, setting: Setting): Wall {
  return LIMIT_NAMES.map((limit) => ({ limit, visitsADay: wallOf(measured, setting, limit) })).reduce(
    (first, wall) => (wall.visitsADay < first.visitsADay ? wall : first),
  );
}
