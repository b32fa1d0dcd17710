/**
 * A table that becomes a list of cards on a narrow screen, each value beside its column's name.
 */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers forget these roles once the style sheet lays a table out as cards, so they are written out */
import { useTranslation } from "react-i18next";
import type { ReactNode } from "react";
import { useFocusHandover } from "./focus.ts";
import { useShownZone } from "./shown-zone-context.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** Label of the value on a card; the header by default. */
  readonly cardLabel?: string;
  /** A link that sorts the rows by this column; the header is its text. */
  readonly sortLink?: ReactNode;
  /** How the rows are sorted by this column, if they are (`aria-sort`). */
  readonly sorted?: "ascending" | "descending" | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, with tabular figures. */
  readonly isNumber?: boolean;
  /** Has times to the minute without their zone (`listed`); the table then shows the zone once. */
  readonly isTime?: boolean;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly caption: string;
  /** The first column is the row header. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Columns have fixed widths in the style sheet, so that nothing shifts while rows stream in. */
  readonly layout?:
    | "signals"
    | "traders"
    | "followed"
    | "slices"
    | "storage"
    | "audit"
    | "messages"
    | "prices";
  /** Shown in place of the table if there are no rows. */
  readonly empty: ReactNode;
}

export function DataTable<Row>({ caption, columns, rows, rowKey, layout, empty }: DataTableProps<Row>) {
  const focusHandover = useFocusHandover(rows);
  if (rows.length === 0) {
    return (
      <div className="empty" {...focusHandover}>
        {empty}
      </div>
    );
  }
  return (
    <table {...focusHandover} className={layout ? `table table--${layout}` : "table"} role="table">
      <caption>
        <span className="visually-hidden">{caption} </span>
        {columns.some(({ isTime }) => isTime) ? <ZoneNote /> : null}
      </caption>
      {layout ? (
        <colgroup>
          {columns.map(({ key }) => (
            <col key={key} data-column={key} />
          ))}
        </colgroup>
      ) : null}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, isNumber, sortLink, sorted }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={sorted}
              className={isNumber ? "table__number" : undefined}
              data-column={key}
            >
              {sortLink ?? header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  );
}

interface TableRowProps<Value> {
  readonly columns: readonly Column<Value>[];
  readonly row: Value;
}

function TableRow<Value>({ columns, row }: TableRowProps<Value>) {
  return (
    <tr role="row">
      {columns.map(({ key, header, cardLabel, isNumber, cell }, index) => {
        const className = isNumber ? "table__number" : undefined;
        return index === 0 ? (
          <th key={key} role="rowheader" scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td key={key} role="cell" className={className} data-column={key} data-label={cardLabel ?? header}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}

/** The zone of the list's times: UTC on the server, and the reader's before the first paint (zone-while-parsing.ts). */
function ZoneNote() {
  const { t } = useTranslation("common");
  const timeZone = useShownZone();
  return (
    <small className="zone-note">
      {t("timeZone")}{" "}
      <span data-zone="" suppressHydrationWarning>
        {timeZone}
      </span>
    </small>
  );
}
