/** A list for staff: its heading, filters and table, its position, and links to the pages around it. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { type Column, DataTable, type DataTableProps } from "#client/ui/data-table.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import type { Retry } from "#client/ui/part.tsx";
import { Time } from "#client/ui/time.tsx";
import type { ListPosition } from "#shared/contracts/paging.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";
import { FilterForm, type FilterFormProps, refusedFields, useIsNarrowed } from "./filter-form.tsx";

export interface AdminListProps<Row> extends Omit<DataTableProps<Row>, "rows"> {
  /** The result of `useApi`. */
  readonly answer: {
    readonly data:
      | {
          readonly results: readonly Row[];
          /** Of a list that is whole, neither this nor `position`. */
          readonly next?: string | null;
          readonly position?: ListPosition | undefined;
        }
      | undefined;
    readonly error?: unknown;
    readonly mutate: Retry;
  };
  /** Shown in place of the table if there are no rows. */
  readonly empty: string;
  /** Whether the list has filters: it then says what they find, and which of them was refused. */
  readonly isFiltered?: boolean;
}

/** Id of a filtered list, which gets the focus when another page of it has loaded. */
const LIST = "list";

export function AdminList<Row>({ answer, empty, isFiltered = false, ...table }: AdminListProps<Row>) {
  const { data, error, mutate } = answer;
  const { t } = useTranslation(["queue", "common", "admin"]);
  const [query] = useSearchParams();
  const count = data?.results.length ?? 0;
  const position = usePositionText(data?.position, count);
  // A cursor may point past the end, because signals may have been settled since.
  const isPastEnd = data?.next !== undefined && count === 0 && query.get("cursor") !== null;
  const none = isPastEnd ? t("pastEnd") : empty;
  const texts = position === null ? {} : { texts: { label: t("common:pages.label"), summary: position } };
  const list = data ? (
    <>
      {position === null ? null : <p className="field__hint">{position}</p>}
      <DataTable<Row> {...table} rows={data.results} empty={<p>{none}</p>} />
      {data.next === undefined ? null : <CursorPages count={count} next={data.next} {...texts} hash={LIST} />}
    </>
  ) : (
    <NotLoaded error={error} retry={mutate} />
  );
  if (!isFiltered) return list;
  return (
    <div id={LIST} role="group" aria-label={table.caption}>
      <ListStatus>
        {data === undefined ? "" : count > 0 ? (position ?? t("common:pages.rows", { count })) : none}
      </ListStatus>
      {refusedFields(error) === null ? (
        list
      ) : (
        <p className="empty" role="alert">
          {t("admin:search.refused")}
        </p>
      )}
    </div>
  );
}

interface ListSectionProps<Row> extends Omit<AdminListProps<Row>, "caption" | "isFiltered"> {
  /** Names the table as well. */
  readonly heading: string;
  readonly intro?: string | undefined;
  /** Beside the heading: the button that adds a row. */
  readonly add?: ReactNode;
  readonly filter?: Omit<FilterFormProps, "error">;
  /** Shown in place of `empty` if the filters find nothing. */
  readonly noMatch?: string;
  /** Between the heading and the table. */
  readonly children?: ReactNode;
}

/** A list with its heading. */
export function ListSection<Row>(props: ListSectionProps<Row>) {
  const { heading, intro, add, filter, empty, noMatch = empty, children, ...list } = props;
  const isNarrowed = useIsNarrowed(filter?.filters ?? []);
  return (
    <section>
      {add === undefined ? (
        <h2>{heading}</h2>
      ) : (
        <header className="view-head">
          <h2>{heading}</h2>
          {add}
        </header>
      )}
      {intro === undefined ? null : <p className="intro">{intro}</p>}
      {filter && <FilterForm {...filter} error={list.answer.error} />}
      {children}
      <AdminList
        {...list}
        caption={heading}
        empty={isNarrowed ? noMatch : empty}
        isFiltered={filter !== undefined}
      />
    </section>
  );
}

/** A column of a list's table. */
export function column<Row>(key: string, header: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, header, cell };
}

/** The column of a figure. */
export function numberColumn<Row>(key: string, header: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, header, isNumber: true, cell };
}

/** The column of a time, `TimeOrDash`. */
export function timeColumn<Row>(key: string, header: string, cell: (row: Row) => ReactNode): Column<Row> {
  return { key, header, isTime: true, cell };
}

export function TimeOrDash({ at }: { readonly at: string | null }) {
  return at === null ? NO_VALUE : <Time at={at} precision="listed" />;
}

/** Position of a page in its list, `1–25 of 312`; null if it is unknown or there are no rows. */
function usePositionText(position: ListPosition | undefined, rows: number): string | null {
  const { t } = useTranslation("queue");
  if (!position || position.before === null || rows === 0) return null;
  const { total, before } = position;
  const place = { from: before + 1, to: before + rows };
  if (total === null) return t("position.rangeOfMany", { ...place, total: COUNTED_ROWS });
  // The two counts are separate queries, between which rows may be added or removed.
  const known = { ...place, total: Math.max(total, place.to) };
  return t(rows === 1 ? "position.single" : "position.range", known);
}
