/**
 * Which reports this isolate stores. A sample gives the same speeds as all visits, and the limits protect the database. An
 * isolate does not know the others: its decisions hold for its own share.
 */
import {
  MAX_REPORTS_PER_ADDRESS,
  MAX_REPORTS_PER_WINDOW,
  VITALS_WINDOW_MS,
} from "#shared/limits/monitoring.ts";

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
  /** One in this many reports is stored. */
  readonly oneIn: number;
}

/** Windows of a minute; the number of remembered addresses equals that of stored reports. */
export function createReportSample({ now, random, oneIn }: ReportSampleOptions): ReportSample {
  const openWindow = () => ({ sinceMs: now(), kept: 0, byAddress: new Map<string, number>() });
  let window = openWindow();
  return {
    weigh(address) {
      if (random() * oneIn >= 1) return 0;
      if (now() - window.sinceMs >= VITALS_WINDOW_MS) window = openWindow();
      const before = window.byAddress.get(address) ?? 0;
      if (before >= MAX_REPORTS_PER_ADDRESS || window.kept >= MAX_REPORTS_PER_WINDOW) return null;
      window.kept += 1;
      window.byAddress.set(address, before + 1);
      return oneIn;
    },
  };
}
