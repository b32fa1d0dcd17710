/** Routes for browsers to report how fast a page was, and for staff to read it. */
import { Hono } from "hono";
import { MAX_VITALS_BYTES, VitalsQuery, VitalsReport, VitalsSummary } from "#shared/contracts/vitals.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { query } from "#worker/api/parse-query.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type CallerDependencies,
  clientAddress,
  refuseAttempt,
  requireStaff,
} from "#worker/api/session/index.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import type { ReportSample } from "./report-sample.ts";
import { readVitals, recordVitals } from "./histogram.ts";
import { VITALS_RETRY_AFTER_SECONDS } from "#shared/limits/monitoring.ts";

export interface VitalsDependencies extends CallerDependencies {
  readonly reportSample: ReportSample;
}

/** To be mounted at `/api`. A report identifies nobody, and nothing that does is stored. */
export const vitalsRoutes = new Hono<ApiEnv<VitalsDependencies>>();

vitalsRoutes.post(
  "/vitals/",
  describe({
    id: "reportVitals",
    tag: "vitals",
    summary: "Report how fast a page was",
    description:
      `Sent once when a page is left, at most ${MAX_VITALS_BYTES} bytes. It contains nothing that identifies its sender. ` +
      "Excess reports are refused and not sent again.",
    answers: { 204: { description: "The report is counted, or another report counts for it." } },
  }),
  body(VitalsReport, { maxBytes: MAX_VITALS_BYTES }),
  async (c) => {
    const { deps } = c.var;
    const report = c.req.valid("json");
    const weight = deps.reportSample.weigh(countedNetwork(clientAddress(c.req.raw.headers)));
    if (weight === null) return refuseAttempt(VITALS_RETRY_AFTER_SECONDS);
    if (weight > 0) await recordVitals(deps, report, weight);
    return c.body(null, 204);
  },
);

vitalsRoutes.get(
  "/admin/vitals/",
  describe({
    id: "readVitals",
    tag: "vitals",
    summary: "The 75th percentile of each page and measurement",
    answers: { 200: { description: "Pages with measurements.", schema: VitalsSummary } },
  }),
  requireStaff,
  query(VitalsQuery),
  async (c) => c.json(await readVitals(c.var.deps, c.req.valid("query").days)),
);
