/** Layout shifts without user input. */

declare global {
  interface Window {
    layoutShifts: string[];
  }
}

/** Runs in the page, before its scripts: collects in `window.layoutShifts` the class of each element that has shifted. */
export function watchLayoutShifts(): void {
  window.layoutShifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      hadRecentInput: boolean;
      sources: { node: Element | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      window.layoutShifts.push(
        ...entry.sources.map(({ node }) => node?.className ?? node?.nodeName ?? "gone"),
      );
    }
  }).observe({ type: "layout-shift", buffered: true });
}
