/**
 * Measures this document and reports it once, when it is first hidden: how fast it was, on which page, and nothing about the
 * visitor.
 */
import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals";
import type { Vital } from "#shared/contracts/vitals.ts";
import { pageOfPath, VITALS_PATH } from "#shared/site/routes.ts";

/** May be called late: earlier measurements are included. Must be called once. Reports the page on which the visit began. */
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
  // The web-vitals package listens for the same event on the window, which fires before the document's, and reports its last
  // values then.
  const send = () => {
    if (document.visibilityState !== "hidden") return;
    document.removeEventListener("visibilitychange", send);
    if (Object.keys(report).length > 0) navigator.sendBeacon(VITALS_PATH, asJson({ page, ...report }));
  };
  document.addEventListener("visibilitychange", send);
}

/** The contract's histogram distinguishes four decimals. */
function roundScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function asJson(body: object): Blob {
  return new Blob([JSON.stringify(body)], { type: "application/json" });
}
