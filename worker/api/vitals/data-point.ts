/** A report as Workers Analytics Engine keeps it: the page in `index1`, what was measured in `double1` to `double5`, and nothing else. */
import { VITALS, type VitalsReport } from "#shared/contracts/vitals.ts";

/** What stands for a measurement that the browser did not take; every one that it took is 0 or more. */
const NOT_MEASURED = -1;

/** In the order of `VITALS`; worker/OPERATIONS.md, "How fast pages are", asks for them by number. Goes out after the answer, and may be lost. */
export function writeDataPoint(engine: AnalyticsEngineDataset, report: VitalsReport): void {
  engine.writeDataPoint({
    indexes: [report.page],
    doubles: VITALS.map((vital) => report[vital] ?? NOT_MEASURED),
  });
}
