/** Measures this document and reports it once, when it is first hidden: how fast, on which page, and nothing of who. */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import type { Vital } from "#shared/contracts/vitals.ts";
import { pageOfPath, VITALS_PATH } from "#shared/routes.ts";

/** May come late: what was measured before is told too. To be called once. Reported is the page on which the visit began. */
export function reportWebVitals(): void {
  const [navigation] = performance.getEntriesByType("navigation");
  const page = navigation && pageOfPath(new URL(navigation.name).pathname);
  if (!page) return;
  const report: Partial<Record<Vital, number>> = {};
  const take = ({ name, value }: Metric) => {
    report[name.toLowerCase() as Lowercase<typeof name>] =
      name === "CLS" ? roundScore(value) : Math.round(value);
  };
  for (const measure of [onTTFB, onFCP, onLCP, onCLS, onINP]) measure(take);
  // The package hears of the same event at the window, before the document does, and tells its last values there.
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    document.removeEventListener("visibilitychange", send);
    if (Object.keys(report).length > 0) navigator.sendBeacon(VITALS_PATH, asJson({ page, ...report }));
  };
  document.addEventListener("visibilitychange", send);
}

/** Four places are as many as the contract's histogram tells apart. */
function roundScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function asJson(body: object): Blob {
  return new Blob([JSON.stringify(body)], { type: "application/json" });
}
