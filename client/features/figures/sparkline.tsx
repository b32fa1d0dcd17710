/** A trader's result over time as a small curve with the zero line, for lists. The numbers beside it say how it ended. */
export interface SparklineProps {
  /** Cumulative results, oldest first. */
  readonly curve: readonly number[];
  /** Text alternative; without one the picture is decoration. */
  readonly label?: string;
}

const WIDTH = 120;
const HEIGHT = 28;
/** Keeps the stroke inside the picture. */
const MARGIN = 2;

/** The style sheet sets its size; the curve stretches to it. Takes the same space if there is no curve yet. */
export function Sparkline({ curve, label }: SparklineProps) {
  const low = Math.min(0, ...curve);
  const height = Math.max(0, ...curve) - low || 1;
  const y = (value: number) =>
    (HEIGHT - MARGIN - ((value - low) / height) * (HEIGHT - 2 * MARGIN)).toFixed(1);
  const x = (index: number) => ((index / (curve.length - 1)) * WIDTH).toFixed(1);
  const isBelowZero = (curve.at(-1) ?? 0) < 0;
  return (
    <svg
      className={isBelowZero ? "sparkline sparkline--below" : "sparkline"}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <line className="sparkline__zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
      {curve.length < 2 ? null : (
        <path
          className="sparkline__line"
          d={`M${curve.map((value, index) => `${x(index)},${y(value)}`).join("L")}`}
        />
      )}
    </svg>
  );
}
