/**
 * A line chart. Everything is in percent and pixels, so that it fits any width while its text keeps its size. Values are read
 * off with the pointer, or with the keys of a range input that overlays the chart.
 */
import { type PointerEvent, useState } from "react";
import { type Chart, PATH_WIDTH, PLOT_HEIGHT, type ReadPoint } from "./draw-equity.ts";

export interface EquityChartProps {
  readonly chart: Chart;
  /** Positions on the time axis, in percent. */
  readonly ticks: readonly { readonly value: number; readonly at: number }[];
  /** Text alternative of the chart. */
  readonly label: string;
  /** Accessible name of the slider. */
  readonly readLabel: string;
  readonly formatValue: (value: number) => string;
  readonly formatDay: (epochMs: number) => string;
  /** Formats one point as a sentence. */
  readonly read: (point: ReadPoint) => string;
  readonly look: "equity" | "drawdown";
  /** Direction of the text: the first signal is where a line starts. */
  readonly direction: "ltr" | "rtl";
}

const AXIS_HEIGHT = 24;

export function EquityChart({ chart, readLabel, read, direction, ...drawing }: EquityChartProps) {
  const { points } = chart;
  /** Null until a point is selected; until then the mark is shown. */
  const [index, setIndex] = useState<number | null>(null);
  const point = (index === null ? null : points[index]) ?? chart.mark;
  const isRightToLeft = direction === "rtl";
  function readAt({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) {
    const plot = currentTarget.querySelector("svg")?.getBoundingClientRect();
    if (!plot || plot.width === 0) return;
    const across = ((clientX - plot.left) / plot.width) * 100;
    setIndex(nearest(points, isRightToLeft ? 100 - across : across));
  }
  return (
    <>
      <p className="chart__reading">{read(point)}</p>
      <div className="chart" onPointerDown={readAt} onPointerMove={readAt}>
        <Plot chart={chart} point={point} isRightToLeft={isRightToLeft} {...drawing} />
        <input
          className="chart__slider"
          type="range"
          min={0}
          max={points.length - 1}
          value={index ?? points.indexOf(chart.mark)}
          aria-label={readLabel}
          aria-valuetext={read(point)}
          onChange={(event) => setIndex(event.currentTarget.valueAsNumber)}
        />
      </div>
    </>
  );
}

/** Index of the point nearest to a position, in percent. */
export function nearest(points: readonly ReadPoint[], place: number): number {
  const distances = points.map(({ x }) => Math.abs(x - place));
  return distances.indexOf(Math.min(...distances));
}

interface PlotProps extends Pick<
  EquityChartProps,
  "chart" | "ticks" | "label" | "formatValue" | "formatDay" | "look"
> {
  /** The selected point. */
  readonly point: ReadPoint;
  readonly isRightToLeft: boolean;
}

function Plot({ chart, point, ticks, label, formatValue, formatDay, look, isRightToLeft }: PlotProps) {
  const across = (percent: number) => `${isRightToLeft ? 100 - percent : percent}%`;
  return (
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
      {point === chart.mark ? null : (
        <line className="chart__zero" x1={across(point.x)} x2={across(point.x)} y1={0} y2={PLOT_HEIGHT} />
      )}
      <circle className="chart__mark" cx={across(point.x)} cy={point.y} r={3.5} />
      {ticks.map(({ value, at }) => (
        <text
          key={at}
          className="chart__text"
          x={across(at)}
          y={PLOT_HEIGHT + AXIS_HEIGHT - 6}
          textAnchor={at === 0 ? "start" : at === 100 ? "end" : "middle"}
        >
          {formatDay(value)}
        </text>
      ))}
    </svg>
  );
}
