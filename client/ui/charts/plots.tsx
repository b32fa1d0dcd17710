/** The picture of a chart: plots below each other on one time axis, in percent and pixels, so that text keeps its size at any width. */
import { drawDates, drawPanel, PATH_WIDTH, place } from "./draw.ts";
import { type Panel, type Span, valueAt } from "./series.ts";

/** In pixels, as all heights here. */
const AXIS_HEIGHT = 24;
/** Between two plots. */
const GAP = 12;

/** In percent: the middle of a date that is closer to the start would be outside the picture on a phone. */
const FIRST_PLACES = 15;

export interface PlotsProps {
  readonly panels: readonly Panel[];
  readonly span: Span;
  /** Text alternative. */
  readonly label: string;
  readonly writeTick: (value: number) => string;
  /** BCP 47 tag. */
  readonly locale: string;
  readonly direction: "ltr" | "rtl";
  /** The selected moment, if any. */
  readonly atMs: number | null;
  /** Ends of the range that is being dragged, in percent. */
  readonly chosen: readonly [number, number] | null;
}

export function Plots({ panels, span, label, writeTick, locale, direction, atMs, chosen }: PlotsProps) {
  const isRightToLeft = direction === "rtl";
  const across = (percent: number) => `${isRightToLeft ? 100 - percent : percent}%`;
  const height = heightOf(panels);
  const read = atMs === null ? null : place(atMs, span);
  return (
    <svg className="chart__plots" width="100%" height={height} role="img" aria-label={label}>
      {drawDates(span, locale).map(({ at, text }) => (
        <g key={at}>
          <line className="chart__grid" x1={across(at)} x2={across(at)} y1={0} y2={height - AXIS_HEIGHT} />
          <text
            className="chart__text"
            x={across(at)}
            y={height - 6}
            textAnchor={at < FIRST_PLACES ? "start" : "middle"}
          >
            {text}
          </text>
        </g>
      ))}
      {chosen ? (
        <rect
          className="chart__chosen"
          x={across(isRightToLeft ? Math.max(...chosen) : Math.min(...chosen))}
          width={`${Math.abs(chosen[1] - chosen[0])}%`}
          height={height - AXIS_HEIGHT}
        />
      ) : null}
      {panels.map((panel, index) => (
        <Plot
          key={panel.series[0]?.name}
          panel={panel}
          top={heightOf(panels.slice(0, index)) - AXIS_HEIGHT + GAP}
          {...{ span, writeTick, isRightToLeft, across, atMs, read }}
        />
      ))}
      {read === null ? null : (
        <line className="chart__read" x1={across(read)} x2={across(read)} y1={0} y2={height - AXIS_HEIGHT} />
      )}
    </svg>
  );
}

interface PlotProps extends Pick<PlotsProps, "span" | "writeTick" | "atMs"> {
  readonly panel: Panel;
  /** Top of the plot in the picture. */
  readonly top: number;
  readonly isRightToLeft: boolean;
  readonly across: (percent: number) => string;
  readonly read: number | null;
}

function Plot({ panel, top, span, writeTick, isRightToLeft, across, atMs, read }: PlotProps) {
  const drawing = drawPanel(panel, span);
  return (
    <svg y={top} width="100%" height={panel.height} overflow="visible">
      {drawing.ticks.map(({ value, y }) => (
        <g key={value}>
          <line className={value === 0 ? "chart__zero" : "chart__grid"} x1="0%" x2="100%" y1={y} y2={y} />
          <text className="chart__text chart__tick" x={across(0)} y={y} dy={-4}>
            {writeTick(value)}
          </text>
        </g>
      ))}
      <svg
        width="100%"
        height={panel.height}
        viewBox={`0 0 ${PATH_WIDTH} ${panel.height}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        <g transform={isRightToLeft ? `matrix(-1 0 0 1 ${PATH_WIDTH} 0)` : undefined}>
          {drawing.lines.map(({ series: { name, look }, line, area }) => (
            <g key={name} className={`chart__series chart__series--${look}`}>
              {area === null ? null : <path className="chart__area" d={area} />}
              <path className="chart__line" d={line} vectorEffect="non-scaling-stroke" />
            </g>
          ))}
        </g>
      </svg>
      {drawing.lines.map(({ series: { name, look, points }, end }) => {
        const value = atMs === null ? null : valueAt(points, atMs);
        return (
          <g key={name} className={`chart__series chart__series--${look}`}>
            {end === null ? null : (
              <>
                <circle className="chart__mark" cx={across(100)} cy={end.y} r={3} />
                <text
                  className="chart__end"
                  x={across(100)}
                  dx={isRightToLeft ? -8 : 8}
                  y={end.labelY}
                  dominantBaseline="central"
                >
                  {panel.format(end.value)}
                </text>
              </>
            )}
            {value === null || read === null ? null : (
              <circle className="chart__mark" cx={across(read)} cy={drawing.y(value)} r={4} />
            )}
          </g>
        );
      })}
    </svg>
  );
}

function heightOf(panels: readonly Panel[]): number {
  return panels.reduce((sum, { height }) => sum + height + GAP, AXIS_HEIGHT - GAP);
}
