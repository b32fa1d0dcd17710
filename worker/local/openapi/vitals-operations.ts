/** How fast pages are for readers: browsers report, staff read. */
import { VitalsQuery, VitalsReport, VitalsSummary } from "#shared/contracts/vitals.ts";
import type { Operation } from "./operation.ts";

export const VITALS_OPERATIONS: readonly Operation[] = [
  {
    id: "reportVitals",
    tag: "vitals",
    method: "post",
    path: "/api/vitals/",
    summary: "Report how fast a page was",
    description:
      "Sent once as a page goes away, at most 512 bytes. Only sums per page and day are kept. Reports that are too many are " +
      "refused and not sent again.",
    access: "everyone",
    body: VitalsReport,
    answers: { 204: { description: "The report is counted." } },
  },
  {
    id: "readVitals",
    tag: "vitals",
    method: "get",
    path: "/api/admin/vitals/",
    summary: "The 75th percentile of each page and measurement",
    access: "staff",
    query: VitalsQuery,
    answers: { 200: { description: "Pages with measurements.", schema: VitalsSummary } },
  },
];
