/**
 * Sums up what a document's performance entries say into the five web vitals (definitions: web.dev/articles/vitals). Knows
 * no browser: entries are handed in, in any order of kinds.
 *
 * Not the package web-vitals: it reports every metric on its own, again and again, and knows frameworks, attribution and
 * caches of pages; one report a document is all that the histogram takes.
 */
import type { VitalsReport } from "#shared/contracts/vitals.ts";

/** The parts of `LayoutShift` that count. */
export interface ShiftEntry {
  readonly startTime: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
}

/** The parts of `PerformanceEventTiming` that count. */
export interface InteractionEntry {
  /** 0 for events that belong to no interaction. */
  readonly interactionId: number;
  readonly duration: number;
}

export interface VitalsTally {
  /** Times are milliseconds since navigation began. */
  readonly firstByte: (atMs: number) => void;
  readonly firstPaint: (atMs: number) => void;
  /** Each later candidate replaces the one before it. */
  readonly largestPaint: (atMs: number) => void;
  readonly shift: (entry: ShiftEntry) => void;
  readonly interaction: (entry: InteractionEntry) => void;
  /** What has been measured so far, or null where that is nothing. */
  readonly report: () => Omit<VitalsReport, "page"> | null;
}

export interface VitalsTallyOptions {
  /** When a prerendered document was shown; 0 for every other. */
  readonly shownAtMs: number;
  /** When the document was first hidden, as far as is known: paints after that say nothing. */
  readonly hiddenAtMs: () => number;
}

const MAX_SHIFT_GAP_MS = 1_000;
const MAX_SHIFT_SPAN_MS = 5_000;
/** INP leaves out one interaction in so many, the slowest first. */
const INTERACTIONS_PER_OUTLIER = 50;

export function createVitalsTally({ shownAtMs, hiddenAtMs }: VitalsTallyOptions): VitalsTally {
  const times: { ttfb?: number; fcp?: number; lcp?: number } = {};
  const longest = new Map<number, number>();
  const shifts = { worst: null as number | null, sum: 0, beganMs: 0, endedMs: 0 };

  const since = (atMs: number) => Math.max(0, Math.round(atMs - shownAtMs));
  const wasSeen = (atMs: number) => atMs > 0 && atMs < hiddenAtMs();

  function shift({ startTime, value, hadRecentInput }: ShiftEntry): void {
    if (hadRecentInput) return;
    const continues =
      startTime - shifts.endedMs < MAX_SHIFT_GAP_MS && startTime - shifts.beganMs < MAX_SHIFT_SPAN_MS;
    if (!continues || shifts.sum === 0) Object.assign(shifts, { sum: 0, beganMs: startTime });
    shifts.sum += value;
    shifts.endedMs = startTime;
    shifts.worst = Math.max(shifts.worst ?? 0, shifts.sum);
  }

  function slowest(): number | undefined {
    const durations = [...longest.values()].sort((a, b) => b - a);
    return durations[Math.min(durations.length - 1, Math.floor(durations.length / INTERACTIONS_PER_OUTLIER))];
  }

  return {
    firstByte: (atMs) => void (times.ttfb = since(atMs)),
    firstPaint: (atMs) => void (wasSeen(atMs) && (times.fcp = since(atMs))),
    largestPaint: (atMs) => void (wasSeen(atMs) && (times.lcp = since(atMs))),
    shift,
    interaction({ interactionId, duration }) {
      if (interactionId === 0) return;
      longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, duration));
    },
    report() {
      const inp = slowest();
      // A page that was painted and never shifted has a layout shift of 0; one that was never painted has none.
      const cls = times.fcp === undefined ? null : (shifts.worst ?? 0);
      const report = {
        ...times,
        ...(inp === undefined ? {} : { inp: Math.round(inp) }),
        ...(cls === null ? {} : { cls: Math.round(cls * 10_000) / 10_000 }),
      };
      return Object.keys(report).length > 0 ? report : null;
    },
  };
}
