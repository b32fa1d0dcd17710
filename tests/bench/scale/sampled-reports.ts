/** How many reports of measurements isolates keep in the database where each decides by its own minute. */
import { createReportSample } from "#worker/api/vitals/report-sample.ts";
import { ASSUMED } from "./assumptions.ts";

const MINUTE_SECONDS = 60;
const turns = new Map<number, number>();

/** For so many requests a second; each location has one at least. */
export function isolatesFor(requests: number): number {
  return Math.max(ASSUMED.locations, requests / ASSUMED.requestsOfAnIsolate);
}

/** `reports` and `requests` a second, of the whole site. */
export function keptReports(reports: number, requests: number): number {
  const ofOne = Math.round((reports / isolatesFor(requests)) * MINUTE_SECONDS);
  const kept = turns.get(ofOne) ?? keptOf(ofOne);
  turns.set(ofOne, kept);
  return ofOne === 0 ? reports : (reports * kept) / ofOne;
}

/** The isolate's own rule, for a minute; every tenth draw is lucky. */
function keptOf(reports: number): number {
  let draws = 0;
  const sample = createReportSample({
    now: () => 0,
    random: () => (draws++ % 10) / 10,
    isForEngine: false,
    oneIn: null,
  });
  return Array.from({ length: reports }, (_, reader) => sample.weigh(String(reader))).filter(
    (weight) => weight !== null && weight > 0,
  ).length;
}
