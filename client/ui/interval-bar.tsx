/**
 * The chart of a win rate, and its legend: the observed rate, the 95 % interval around it, and the break-even rate. The part of
 * the interval beyond break-even is solid, the rest hollow: a bar that is not solid from end to end proves nothing. Plain SVG in
 * percent of its container, so it works without script at any width.
 */
import type { SVGProps } from "react";

/** The shares (0 to 1) at the ends of a bar. */
export interface Axis {
  readonly low: number;
  readonly high: number;
}

export interface IntervalPlotProps {
  /** Observed win rate, 0 to 1; null if nothing has been settled. */
  readonly estimate: number | null;
  /** Lower and upper bound of the 95 % interval, 0 to 1; null if there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** Break-even win rate, 0 to 1; null if no payout is known. */
  readonly breakEven: number | null;
  /** Default: 0 to 1. */
  readonly axis?: Axis | undefined;
  /** Formats the 0, 50 and 100 below the bar; omitted if there is no room. */
  readonly writeScale?: ((percent: number) => string) | undefined;
}

export interface IntervalBarProps extends IntervalPlotProps {
  /** Text alternative: estimate, bounds, break-even. */
  readonly label: string;
}

const SCALE = [0, 0.25, 0.5, 0.75, 1];
const WHOLE: Axis = { low: 0, high: 1 };

export function IntervalBar({ label, ...plot }: IntervalBarProps) {
  return (
    <span className="interval">
      <IntervalPlot {...plot} width="100%" role="img" aria-label={label} />
    </span>
  );
}

type Place = Pick<SVGProps<SVGSVGElement>, "x" | "y" | "width" | "role" | "aria-label">;

/** The picture alone, for use inside another picture that has a text alternative. */
export function IntervalPlot({
  estimate,
  low,
  high,
  breakEven,
  axis = WHOLE,
  writeScale,
  ...place
}: IntervalPlotProps & Place) {
  const at = (share: number) => clamp((share - axis.low) / (axis.high - axis.low), 0, 1);
  return (
    <svg className="interval__plot" height={writeScale ? 44 : 28} {...place}>
      <line className="interval__track" x1="0%" x2="100%" y1={16} y2={16} data-empty={estimate === null} />
      <g className="interval__tick">
        {SCALE.filter((share) => share >= axis.low && share <= axis.high).map((share) => (
          <line key={share} x1={percent(at(share))} x2={percent(at(share))} y1={13} y2={19} />
        ))}
      </g>
      {low === null || high === null ? null : (
        <Band low={at(low)} high={at(high)} breakEven={breakEven === null ? null : at(breakEven)} />
      )}
      {breakEven === null ? null : <BreakEvenMark share={at(breakEven)} />}
      {estimate === null ? null : <Needle share={at(estimate)} />}
      {writeScale ? <Scale write={writeScale} /> : null}
    </svg>
  );
}

interface BandProps {
  readonly low: number;
  readonly high: number;
  readonly breakEven: number | null;
}

function Band({ low, high, breakEven }: BandProps) {
  const proven = breakEven === null ? high : clamp(breakEven, low, high);
  const across = { y: 10, height: 12 };
  return (
    <>
      <rect className="interval__proven" x={percent(proven)} width={percent(high - proven)} {...across} />
      <rect className="interval__band" x={percent(low)} width={percent(high - low)} {...across} rx={2} />
    </>
  );
}

/** A triangle with a dashed line: the rate to exceed. */
export function BreakEvenMark({ share }: { readonly share: number }) {
  return (
    <svg className="interval__break-even" x={percent(share)} overflow="visible">
      <path d="M-4.5 0h9L0 6z" />
      <line x1={0} x2={0} y1={4} y2={26} />
    </svg>
  );
}

export function Needle({ share }: { readonly share: number }) {
  return (
    <svg x={percent(share)} overflow="visible">
      <rect className="interval__estimate" x={-1.5} y={7} width={3} height={18} rx={1.5} />
    </svg>
  );
}

function Scale({ write }: { readonly write: (percent: number) => string }) {
  return (
    <g className="interval__scale">
      <text x="0%" y={41} textAnchor="start">
        {write(0)}
      </text>
      <text x="50%" y={41} textAnchor="middle">
        {write(50)}
      </text>
      <text x="100%" y={41} textAnchor="end">
        {write(100)}
      </text>
    </g>
  );
}

/** Two decimals, so that server and browser render the same characters. */
function percent(share: number): string {
  return `${(clamp(share, 0, 1) * 100).toFixed(2)}%`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

interface IntervalLegendProps {
  /** Words for the needle, the band and the triangle. */
  readonly estimate: string;
  readonly interval: string;
  readonly breakEven: string;
}

/** What the marks of the bar mean. Rendered once beside a chart or above a list of them. */
export function IntervalLegend({ estimate, interval, breakEven }: IntervalLegendProps) {
  return (
    <ul className="interval-legend">
      <li>
        <svg width="4" height="18" aria-hidden="true">
          <rect className="interval__estimate" x="0.5" width="3" height="18" rx="1.5" />
        </svg>
        <span>{estimate}</span>
      </li>
      <li>
        <svg width="24" height="12" aria-hidden="true">
          <rect className="interval__proven" x="12" width="12" height="12" />
          <rect className="interval__band" width="24" height="12" rx="2" />
        </svg>
        <span>{interval}</span>
      </li>
      <li>
        <svg width="9" height="18" viewBox="-4.5 0 9 18" aria-hidden="true">
          <g className="interval__break-even">
            <path d="M-4.5 0h9L0 6z" />
            <line y1="4" y2="18" />
          </g>
        </svg>
        <span>{breakEven}</span>
      </li>
    </ul>
  );
}
