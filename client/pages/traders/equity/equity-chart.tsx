/** One drawn curve. Everything is in percent and pixels, so that it fits any width and its words keep their size. */
import { type Chart, PATH_WIDTH, PLOT_HEIGHT } from "./draw-equity.ts";

export interface EquityChartProps {
  readonly chart: Chart;
  /** Along the settled signals, in percent. */
  readonly ticks: readonly { readonly value: number; readonly at: number }[];
  /** The same in words. */
  readonly label: string;
  readonly formatValue: (value: number) => string;
  readonly formatCount: (count: number) => string;
  readonly look: "equity" | "drawdown";
  /** Of reading: the first signal stands where a line begins. */
  readonly direction: "ltr" | "rtl";
}

const AXIS_HEIGHT = 24;

export function EquityChart({
  chart,
  ticks,
  label,
  formatValue,
  formatCount,
  look,
  direction,
}: EquityChartProps) {
  const isRightToLeft = direction === "rtl";
  const across = (percent: number) => `${isRightToLeft ? 100 - percent : percent}%`;
  return (
    <div className="chart">
      <svg
        className={`chart__plot chart__plot--${look}`}
        width="100%"
        height={PLOT_HEIGHT + AXIS_HEIGHT}
        role="img"
        aria-label={label}
      >
        {chart.ticks.map(({ value, at }) => (
          <g key={value}>
            <line className={value === 0 ? "chart__zero" : "chart__grid"} x1="0%" x2="100%" y1={at} y2={at} />
            <text
              className="chart__text"
              x={across(100)}
              dx={isRightToLeft ? -8 : 8}
              y={at}
              dominantBaseline="central"
            >
              {formatValue(value)}
            </text>
          </g>
        ))}
        <svg
          width="100%"
          height={PLOT_HEIGHT}
          viewBox={`0 0 ${PATH_WIDTH} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          overflow="visible"
        >
          <g transform={isRightToLeft ? `matrix(-1 0 0 1 ${PATH_WIDTH} 0)` : undefined}>
            <path className="chart__area" d={chart.area} />
            <path className="chart__line" d={chart.line} vectorEffect="non-scaling-stroke" />
          </g>
        </svg>
        <circle className="chart__mark" cx={across(chart.mark.x)} cy={chart.mark.y} r={3.5} />
        {ticks.map(({ value, at }) => (
          <text
            key={value}
            className="chart__text"
            x={across(at)}
            y={PLOT_HEIGHT + AXIS_HEIGHT - 6}
            textAnchor={at < 5 ? "start" : at > 95 ? "end" : "middle"}
          >
            {formatCount(value)}
          </text>
        ))}
      </svg>
    </div>
  );
}
