/** The numbers behind a chart. Bare, because there may be hundreds of rows. */
import { useId } from "react";

export interface PointTableProps {
  /** Opens it. */
  readonly summary: string;
  readonly caption: string;
  readonly headers: readonly string[];
  /** The first cell names its row and is unlike all others. */
  readonly rows: readonly (readonly [string, ...string[]])[];
}

export function PointTable({ summary, caption, headers, rows }: PointTableProps) {
  const captionId = useId();
  return (
    <details className="point-table">
      <summary>{summary}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="table-scroll" aria-labelledby={captionId} tabIndex={0}>
        <table className="table">
          <caption id={captionId} className="visually-hidden">
            {caption}
          </caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a cell is its column's, and columns stay
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
