/** A text with a smaller one below it, as in a table's cell. */
import type { ReactNode } from "react";

interface TwoLinesProps {
  readonly first: ReactNode;
  /** None if it is null. */
  readonly second: ReactNode;
  /** What people have typed, which may be in any language. */
  readonly isTyped?: boolean;
}

export function TwoLines({ first, second, isTyped = false }: TwoLinesProps) {
  return (
    <span className={isTyped ? "two-lines typed" : "two-lines"}>
      <span>{first}</span>
      {second === null ? null : <small>{second}</small>}
    </span>
  );
}
