/**
 * How many reports this isolate takes: so many from one address, so many in all. Reports that are too many are lost, and a
 * sample of the visits says as much about a page's speed as all of them; in return, no traffic can wear out the database.
 */

/** From one address: a reader who opens a page every three seconds. */
const MAX_PER_ADDRESS = 20;
/** In all: five writes a second. */
const MAX_PER_WINDOW = 300;
const WINDOW_MS = 60_000;

export interface ReportLimit {
  /** Counts a report and says whether it may be kept. `address` stays in memory for a minute and goes nowhere. */
  readonly admit: (address: string) => boolean;
}

/** Windows of a minute; at most `MAX_PER_WINDOW` addresses are remembered. */
export function createReportLimit({ now }: { readonly now: () => number }): ReportLimit {
  let window = { sinceMs: Number.NEGATIVE_INFINITY, admitted: 0, byAddress: new Map<string, number>() };
  return {
    admit(address) {
      if (now() - window.sinceMs >= WINDOW_MS) window = { sinceMs: now(), admitted: 0, byAddress: new Map() };
      const before = window.byAddress.get(address) ?? 0;
      if (before >= MAX_PER_ADDRESS || window.admitted >= MAX_PER_WINDOW) return false;
      window.admitted += 1;
      window.byAddress.set(address, before + 1);
      return true;
    },
  };
}
