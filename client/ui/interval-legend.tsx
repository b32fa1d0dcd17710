/** Legend of the interval bar. Rendered once beside a chart or above a list of them. */

export interface IntervalLegendProps {
  /** Words for the needle, the band and the triangle. */
  readonly estimate: string;
  readonly interval: string;
  readonly breakEven: string;
}

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
