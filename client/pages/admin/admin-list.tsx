/** One page of a list that staff look through, with the ways to the pages around it. */
import type { ReactNode } from "react";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { type Retry } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { DataTable, type DataTableProps } from "#client/ui/data-table.tsx";

export interface AdminListProps<Row> extends Omit<DataTableProps<Row>, "rows" | "empty"> {
  /** What `useApi` gives. */
  readonly answer: {
    readonly data: { readonly results: readonly Row[]; readonly next: string | null } | undefined;
    readonly error?: unknown;
    readonly mutate: Retry;
  };
  /** Said in place of the table where there are no rows. */
  readonly empty: string;
}

export function AdminList<Row>({ answer: { data, error, mutate }, empty, ...table }: AdminListProps<Row>) {
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  return (
    <>
      <DataTable<Row> {...table} rows={data.results} empty={<p>{empty}</p>} />
      <CursorPages count={data.results.length} next={data.next} />
    </>
  );
}

export interface SearchedListProps<Row> extends AdminListProps<Row> {
  /** Said in place of the list where the API refuses what it was asked; null where it does not. */
  readonly refusal?: ReactNode;
}

/** A list that a `SearchForm` above narrows: says politely what came of it. */
export function SearchedList<Row>({ refusal = null, ...list }: SearchedListProps<Row>) {
  const { t } = useTranslation("common");
  const count = list.answer.data?.results.length;
  return (
    <>
      <ListStatus>
        {count === undefined ? "" : count > 0 ? t("pages.rows", { count }) : list.empty}
      </ListStatus>
      {refusal === null ? (
        <AdminList<Row> {...list} />
      ) : (
        <p className="empty" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
