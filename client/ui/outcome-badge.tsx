/** The outcome of a signal as shape and word; colour is only an addition. */
import type { ReactNode } from "react";

/** The outcomes of a signal, and marks beside them: `late` for one published after its entry time, `hand` for one settled by hand. */
export type BadgeKind =
  | "open"
  | "won"
  | "lost"
  | "draw"
  | "void"
  | "late"
  | "otc"
  | "corrected"
  | "hand"
  | "waiting";

export interface OutcomeBadgeProps {
  readonly kind: BadgeKind;
  /** The outcome in the reader's language. */
  readonly label: ReactNode;
}

/**
 * Shapes on a 12 by 12 grid, each different. Outcomes: a ring, a check, a cross, an equals sign, a struck ring. Marks: a clock, a
 * square, a diamond, a pencil, an hourglass. Arrows are only for directions.
 */
const SHAPES: Readonly<Record<BadgeKind, string>> = {
  open: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  won: "M1.5 6.5 4.5 9.5l6-7",
  lost: "m2 2 8 8M10 2l-8 8",
  draw: "M1.5 4h9M1.5 8h9",
  void: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM2.8 9.2l6.4-6.4",
  otc: "M2 2h8v8H2z",
  corrected: "M6 1 11 6l-5 5-5-5z",
  hand: "M1.5 10.5l.7-2.8L8.4 1.5l2.1 2.1-6.2 6.2z",
  waiting: "M2.5 1.5h7M2.5 10.5h7M3.5 1.5c0 3.5 5 5.5 5 9M8.5 1.5c0 3.5-5 5.5-5 9",
  late: "M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM6 3.5V6l2 1.5",
};

export function OutcomeBadge({ kind, label }: OutcomeBadgeProps) {
  return (
    <span className={`badge badge--${kind}`}>
      <svg className="icon" viewBox="0 0 12 12" aria-hidden="true">
        <path d={SHAPES[kind]} />
      </svg>
      <span>{label}</span>
    </span>
  );
}
