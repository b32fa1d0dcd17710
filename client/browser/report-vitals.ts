/** Measures this document and reports it once, when it is first hidden: how fast, on which page, and nothing of who. */
import { pageOfPath, VITALS_PATH } from "#shared/routes.ts";
import {
  createVitalsTally,
  type InteractionEntry,
  type ShiftEntry,
  type VitalsTally,
} from "./vitals-tally.ts";

/** Shorter events are no slow interaction; the browser's own default is 104 ms. */
const MIN_EVENT_MS = 40;

/**
 * Entries from before this call are delivered too, so that it may come late; it imports next to nothing, so that it may come
 * without the application. To be called once. Reported is the page on which the visit began.
 */
export function reportVitals(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming)) return;
  const page = pageOfPath(new URL(navigation.name).pathname);
  if (page === null) return;
  let hiddenAtMs = document.visibilityState === "hidden" ? 0 : Number.POSITIVE_INFINITY;
  const shownAtMs = activationStart(navigation);
  const tally = createVitalsTally({
    shownAtMs,
    hiddenAtMs: () => Math.min(hiddenAtMs, hiddenSince(shownAtMs)),
  });
  if (navigation.responseStart > 0) tally.firstByte(navigation.responseStart);
  const observers = observe(tally);
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    document.removeEventListener("visibilitychange", send);
    for (const { observer, take } of observers) {
      take(observer.takeRecords());
      observer.disconnect();
    }
    hiddenAtMs = Math.min(hiddenAtMs, performance.now());
    const report = tally.report();
    if (report) navigator.sendBeacon(VITALS_PATH, asJson({ page, ...report }));
  };
  document.addEventListener("visibilitychange", send);
}

interface Observed {
  readonly observer: PerformanceObserver;
  readonly take: (entries: PerformanceEntryList) => void;
}

function observe(tally: VitalsTally): Observed[] {
  const watch = (
    options: PerformanceObserverInit & { readonly durationThreshold?: number },
    take: (entry: PerformanceEntry) => void,
  ): Observed[] => {
    if (!PerformanceObserver.supportedEntryTypes.includes(options.type ?? "")) return [];
    const takeAll = (entries: PerformanceEntryList) => entries.forEach(take);
    const observer = new PerformanceObserver((list) => takeAll(list.getEntries()));
    observer.observe({ ...options, buffered: true });
    return [{ observer, take: takeAll }];
  };
  return [
    ...watch({ type: "paint" }, ({ name, startTime }) => {
      if (name === "first-contentful-paint") tally.firstPaint(startTime);
    }),
    ...watch({ type: "largest-contentful-paint" }, ({ startTime }) => tally.largestPaint(startTime)),
    ...watch({ type: "layout-shift" }, (entry) => tally.shift(asShift(entry))),
    ...watch({ type: "event", durationThreshold: MIN_EVENT_MS }, (entry) =>
      tally.interaction(asInteraction(entry)),
    ),
    ...watch({ type: "first-input" }, (entry) => tally.interaction(asInteraction(entry))),
  ];
}

/** When the document was first hidden after it was shown, where the browser keeps that (Chromium); else never. */
function hiddenSince(shownAtMs: number): number {
  const states = performance.getEntriesByType("visibility-state");
  const hidden = states.find(({ name, startTime }) => name === "hidden" && startTime >= shownAtMs);
  return hidden?.startTime ?? Number.POSITIVE_INFINITY;
}

/** Of prerendered documents; TypeScript's DOM does not know the field yet. */
function activationStart(navigation: PerformanceNavigationTiming): number {
  return "activationStart" in navigation ? Number(navigation.activationStart) : 0;
}

/** Observed by its type, so the entry is a `LayoutShift`, which TypeScript's DOM does not know yet. */
function asShift(entry: PerformanceEntry): ShiftEntry {
  return entry as PerformanceEntry & ShiftEntry;
}

/** Observed by its type, so the entry is a `PerformanceEventTiming`. */
function asInteraction(entry: PerformanceEntry): InteractionEntry {
  return entry as PerformanceEventTiming & InteractionEntry;
}

function asJson(body: object): Blob {
  return new Blob([JSON.stringify(body)], { type: "application/json" });
}
