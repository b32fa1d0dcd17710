/**
 * A table that becomes a list of cards on a narrow screen, each value beside its column's name.
 */
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   browsers forget these roles once the style sheet lays a table out as cards, so they are written out */
import type { ReactNode } from "react";
import { useFocusHandover } from "./focus-handover.ts";
import { KeptPart } from "./kept-part.tsx";
import { RestOfPage, useIsRestShown } from "./rest-of-page.tsx";

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  /** A link that sorts the rows by this column; its name is the header. */
  readonly sortLink?: ReactNode;
  /** How the rows are sorted by this column, if they are. */
  readonly sorted?: "ascending" | "descending" | undefined;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, digits of one width. */
  readonly isNumber?: boolean;
}

export interface DataTableProps<Row> {
  /** What the table holds, for those who come to it by name. */
  readonly caption: string;
  /** The first names its row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  /** Name under which the server keeps rows whose HTML depends on their value alone; see `KeptPart`. */
  readonly keptAs?: string;
  /** Has columns of fixed widths in the style sheet, so that nothing moves while rows arrive. */
  readonly layout?: "signals" | "traders" | "storage" | "audit";
  /** Said in place of the table where there are no rows. */
  readonly empty: ReactNode;
}

/** As many rows as fill the first screen: on a laptop, below what stands above a table. */
const FIRST_ROWS = 7;

export function DataTable<Row>(table: DataTableProps<Row>) {
  const { caption, columns, rows, layout, empty } = table;
  const focusHandover = useFocusHandover(rows);
  if (rows.length === 0) {
    return (
      <div className="empty" {...focusHandover}>
        {empty}
      </div>
    );
  }
  const isSortable = columns.some(({ sortLink }) => sortLink !== undefined);
  return (
    <>
      <table
        {...focusHandover}
        className={`table${isSortable ? " table--sortable" : ""}${layout ? ` table--${layout}` : ""}`}
        role="table"
      >
        <caption className="visually-hidden">{caption}</caption>
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
              >
                {sortLink ?? header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <Rows {...table} />
        </tbody>
      </table>
      {rows.length > FIRST_ROWS ? <RestOfPage /> : null}
    </>
  );
}

function Rows<Row>({ columns, rows, rowKey, keptAs }: DataTableProps<Row>) {
  const shown = useIsRestShown() ? rows : rows.slice(0, FIRST_ROWS);
  return shown.map((row) => (
    <KeptPart key={rowKey(row)} name={keptAs} by={row}>
      <TableRow columns={columns} row={row} />
    </KeptPart>
  ));
}

interface TableRowProps<Value> {
  readonly columns: readonly Column<Value>[];
  readonly row: Value;
}

function TableRow<Value>({ columns, row }: TableRowProps<Value>) {
  return (
    <tr role="row">
      {columns.map(({ key, header, isNumber, cell }, index) => {
        const className = isNumber ? "table__number" : undefined;
        return index === 0 ? (
          <th key={key} role="rowheader" scope="row" className={className}>
            {cell(row)}
          </th>
        ) : (
          <td key={key} role="cell" className={className} data-label={header}>
            {cell(row)}
          </td>
        );
      })}
    </tr>
  );
}
