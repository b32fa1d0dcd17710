/** Figures as on an instrument: a name, a value, and what the value is to be held against. */
import type { ReactNode } from "react";

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="stats">
      {figures.map(({ name, value, note }) => (
        <div key={name} className="stat">
          <dt>{name}</dt>
          <dd>
            {value}
            {note === undefined ? null : <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
