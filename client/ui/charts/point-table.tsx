/** The numbers behind a chart, in a closed table. Plain cells, because there may be hundreds of rows. */
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { momentsOf, type Note, type Panel, type Span, valueAt } from "./series.ts";

interface PointTableProps {
  readonly name: string;
  readonly panels: readonly Panel[];
  readonly whole: Span;
  readonly note: Note | undefined;
  readonly day: Intl.DateTimeFormat;
}

/** Maximum number of rows for several lines: every second moment is left out until few enough remain. */
const THINNED_BEYOND = 120;

export function PointTable({ name, panels, whole, note, day }: PointTableProps) {
  const { t } = useTranslation("live");
  const captionId = useId();
  const columns = panels.flatMap(({ series, format }) => series.map((one) => ({ ...one, format })));
  return (
    <details className="point-table">
      <summary>{t("chart.asTable")}</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className="table-scroll" aria-labelledby={captionId} tabIndex={0}>
        <table className="table">
          <caption id={captionId} className="visually-hidden">
            {name}
          </caption>
          <thead>
            <tr>
              {[t("chart.day"), ...columns.map((column) => column.name), ...(note ? [note.name] : [])].map(
                (header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {thinned(momentsOf(panels, whole)).map((atMs) => (
              <tr key={atMs}>
                <th scope="row">{day.format(atMs)}</th>
                {columns.map(({ name: column, points, format }) => {
                  const value = valueAt(points, atMs);
                  return <td key={column}>{value === null ? "—" : format(value)}</td>;
                })}
                {note ? <td>{note.of(atMs)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** Leaves out every second moment, but never the last. */
function thinned(moments: readonly number[]): readonly number[] {
  if (moments.length <= THINNED_BEYOND) return moments;
  return thinned(moments.filter((_, index) => (moments.length - 1 - index) % 2 === 0));
}
