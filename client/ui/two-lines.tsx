/** A text with a smaller one below it, as in a table's cell. */
import type { ReactNode } from "react";

interface TwoLinesProps {
  readonly first: ReactNode;
  /** Null for no second line. */
  readonly second: ReactNode;
  /** True for text that people have typed, which may be in any language. */
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
