/** The chart in a file of its own, which the browser loads once the application has started; until then the server's picture stands. */
import { lazy, memo, Suspense } from "react";
import type { LineChartProps } from "./chart.tsx";
import { heightOf } from "./heights.ts";

/** The server draws at once: its documents have no script that could move a part that comes later to its place. */
const LoadedChart = import.meta.env.SSR
  ? (await import("./chart.tsx")).Chart
  : lazy(async () => ({ default: (await import("./chart.tsx")).Chart }));

/** Memoized, because React gives up the server's picture where the props change before the chart has loaded. */
export const LineChart = memo(function LineChart(props: LineChartProps) {
  return (
    <Suspense fallback={<Waiting panels={props.panels} />}>
      <LoadedChart {...props} />
    </Suspense>
  );
});

/** As high as the chart. */
function Waiting({ panels }: Pick<LineChartProps, "panels">) {
  return (
    <div className="chart">
      <p className="chart__reading" />
      <svg className="chart__plots" width="100%" height={heightOf(panels)} aria-hidden="true" />
    </div>
  );
}
