/** A list of figures: name, value, and the value to compare it with. */
import type { ReactNode } from "react";

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

export interface FiguresProps {
  readonly figures: readonly Figure[];
  /** `counts` are short and laid out narrowly, `times` long and laid out widely; the four of a `headline` stand in one row. */
  readonly look?: "plain" | "counts" | "times" | "headline";
}

export function Figures({ figures, look = "plain" }: FiguresProps) {
  return (
    <dl className={look === "plain" ? "stats" : `stats stats--${look}`}>
      {figures.map(({ name, value, note }) => (
        <div key={name} className="stat">
          <dt>{name}</dt>
          <dd>
            <span>{value}</span>
            {note === undefined ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
