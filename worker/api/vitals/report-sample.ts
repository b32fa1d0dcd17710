/**
 * Which reports this isolate stores, and how many reports each of them stands for. A sample gives the same speeds as all
 * visits, and limits the writes under any traffic. An isolate does not know the others: its decisions hold for its own
 * share.
 */
import {
  MAX_REPORTS_IN_DATABASE,
  MAX_REPORTS_IN_ENGINE,
  MAX_REPORTS_PER_ADDRESS,
  VITALS_WINDOW_MS,
} from "#shared/limits/monitoring.ts";

/** 100,000 visits a day, per minute. */
const WHOLE_PER_WINDOW = Math.floor(100_000 / (24 * 60));
/** Of the reports above it, one in so many is stored. */
const ONE_IN_ABOVE = 10;

export interface ReportSample {
  /**
   * How many reports this one counts for: 0 if others count for it, null if it is beyond the limit and lost. `address` stays
   * in memory for a minute and is passed nowhere.
   */
  readonly weigh: (address: string) => number | null;
}

export interface ReportSampleOptions {
  readonly now: () => number;
  /** At least 0 and below 1. */
  readonly random: () => number;
  /** Analytics Engine accepts every report, and samples by itself. */
  readonly isForEngine: boolean;
  /** One in so many; null for every one, and one in ten of those above 100,000 a day, by this isolate's own minute. */
  readonly oneIn: number | null;
}

/** Windows of a minute; the number of remembered addresses equals that of stored reports. */
export function createReportSample({ now, random, isForEngine, oneIn }: ReportSampleOptions): ReportSample {
  const maxPerWindow = isForEngine ? MAX_REPORTS_IN_ENGINE : MAX_REPORTS_IN_DATABASE;
  const openWindow = () => ({ sinceMs: now(), seen: 0, kept: 0, byAddress: new Map<string, number>() });
  let window = openWindow();
  const weightNow = () => {
    if (isForEngine) return 1;
    if (oneIn !== null) return oneIn;
    return window.seen > WHOLE_PER_WINDOW ? ONE_IN_ABOVE : 1;
  };
  return {
    weigh(address) {
      if (now() - window.sinceMs >= VITALS_WINDOW_MS) window = openWindow();
      window.seen += 1;
      const weight = weightNow();
      if (random() * weight >= 1) return 0;
      const before = window.byAddress.get(address) ?? 0;
      if (before >= MAX_REPORTS_PER_ADDRESS || window.kept >= maxPerWindow) return null;
      window.kept += 1;
      window.byAddress.set(address, before + 1);
      return weight;
    },
  };
}
