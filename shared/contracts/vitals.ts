/** Browsers' reports of a page's speed, and the figures for staff. Metrics as defined at web.dev/articles/vitals. */
import * as v from "valibot";
import { PAGES } from "../site/routes.ts";

/** Largest contentful paint, interaction to next paint, layout shift, first contentful paint, time to first byte. */
export const VITALS = ["lcp", "inp", "cls", "fcp", "ttfb"] as const;
export type Vital = (typeof VITALS)[number];

/** Days for which measurements are stored, and the longest period that staff can summarise. */
export const VITALS_KEPT_DAYS = 30;
export const VITALS_DAYS = [1, 7, 30] as const;

/** Largest body of a report; a complete one has about 90 bytes. */
export const MAX_VITALS_BYTES = 512;

/** With a million visits a day a thousand are stored, enough for the 75th percentile of a page. */
export const MAX_VITALS_SAMPLE = 1_000;

/** Longer than anyone waits: a larger value means that the tab was suspended, and says nothing about the page. */
const MAX_VITAL_MS = 600_000;

const Milliseconds = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_VITAL_MS)));

/** Body of `POST /api/vitals/`, which answers 204. Metrics that the browser cannot measure are omitted. */
export const VitalsReport = v.pipe(
  v.strictObject({
    /** Page on which the visit began, whatever its language. */
    page: v.picklist(PAGES),
    lcp: Milliseconds,
    inp: Milliseconds,
    /** Score without unit. */
    cls: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
    fcp: Milliseconds,
    ttfb: Milliseconds,
  }),
  v.check((report) => VITALS.some((vital) => report[vital] !== undefined), "Measure something."),
);
export type VitalsReport = v.InferOutput<typeof VitalsReport>;

/** 75th percentile, rounded up by 7 % at most, in milliseconds (`cls`: score), and over how many visits. */
const Summary = v.nullable(v.object({ p75: v.number(), count: v.number() }));

/** Answer of `GET /api/admin/vitals/`: pages with measurements, in the order of `PAGES`. */
export const VitalsSummary = v.object({
  days: v.picklist(VITALS_DAYS),
  results: v.array(
    v.object({
      page: v.picklist(PAGES),
      lcp: Summary,
      inp: Summary,
      cls: Summary,
      fcp: Summary,
      ttfb: Summary,
    }),
  ),
});
export type VitalsSummary = v.InferOutput<typeof VitalsSummary>;

/** Query of `GET /api/admin/vitals/`: today and the days before it, in UTC. */
export const VitalsQuery = v.strictObject({
  days: v.optional(
    v.pipe(v.string(), v.transform(Number), v.picklist(VITALS_DAYS, "must be 1, 7 or 30")),
    "7",
  ),
});
