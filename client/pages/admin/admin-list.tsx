/** A list for staff, or one page of it with its position and links to the pages around it. */
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { CursorPages } from "#client/ui/cursor-pages.tsx";
import { ListStatus } from "#client/ui/list-status.tsx";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { type Retry } from "#client/ui/part.tsx";
import { useTranslation } from "react-i18next";
import { type Column, DataTable, type DataTableProps } from "#client/ui/data-table.tsx";
import { Time } from "#client/ui/time.tsx";
import { NO_VALUE } from "#client/features/figures/formats.ts";
import type { ListPosition } from "#shared/contracts/paging.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";

export interface AdminListProps<Row> extends Omit<DataTableProps<Row>, "rows" | "empty"> {
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
}

/** Id of the list, which gets the focus when another page of it has loaded. */
const LIST = "list";

export function AdminList<Row>(props: AdminListProps<Row>) {
  const { answer, empty, ...table } = props;
  const { data, error, mutate } = answer;
  const { t } = useTranslation(["queue", "common"]);
  const [query] = useSearchParams();
  const positionText = usePositionText();
  if (!data) return <NotLoaded error={error} retry={mutate} />;
  const { results, next } = data;
  const position = positionText(data.position, results.length);
  // A cursor may point past the end, because signals may have been settled since.
  const isPastEnd = next !== undefined && results.length === 0 && query.get("cursor") !== null;
  const texts = position === null ? {} : { texts: { label: t("common:pages.label"), summary: position } };
  return (
    <>
      {position === null ? null : <p className="field__hint">{position}</p>}
      <DataTable<Row> {...table} rows={results} empty={<p>{isPastEnd ? t("pastEnd") : empty}</p>} />
      {next === undefined ? null : <CursorPages count={results.length} next={next} {...texts} hash={LIST} />}
    </>
  );
}

interface SearchedListProps<Row> extends AdminListProps<Row> {
  /** Shown in place of the list if the API refuses the query. */
  readonly refusal?: string | null;
}

/** A list with a `SearchForm` above it: announces the result politely. */
export function SearchedList<Row>({ refusal = null, ...list }: SearchedListProps<Row>) {
  const { t } = useTranslation("common");
  const positionText = usePositionText();
  const { data } = list.answer;
  const count = data?.results.length ?? 0;
  return (
    <div id={LIST} role="group" aria-label={list.caption}>
      <ListStatus>
        {data === undefined
          ? ""
          : count > 0
            ? (positionText(data.position, count) ?? t("pages.rows", { count }))
            : list.empty}
      </ListStatus>
      {refusal === null ? (
        <AdminList<Row> {...list} />
      ) : (
        <p className="empty" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface ListSectionProps<Row> extends Omit<SearchedListProps<Row>, "caption"> {
  /** Names the table as well. */
  readonly heading: string;
  readonly intro?: string | undefined;
  /** Beside the heading: the button that adds a row. */
  readonly add?: ReactNode;
  /** The `SearchForm`. */
  readonly search?: ReactNode;
}

/** A list with its heading. */
export function ListSection<Row>({ heading, intro, add, search, refusal, ...list }: ListSectionProps<Row>) {
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
      {search}
      {search === undefined ? (
        <AdminList {...list} caption={heading} />
      ) : (
        <SearchedList {...list} caption={heading} refusal={refusal ?? null} />
      )}
    </section>
  );
}

/** The column of a time, which a row may lack. */
export function timeColumn<Row>(
  key: string,
  header: string,
  timeOf: (row: Row) => string | null,
): Column<Row> {
  return { key, header, isTime: true, cell: (row) => <TimeOrDash at={timeOf(row)} /> };
}

export function TimeOrDash({ at }: { readonly at: string | null }) {
  return at === null ? NO_VALUE : <Time at={at} precision="listed" />;
}

/**
 * Position of a page in its list, `1–25 of 312`: returns the words for a number of rows at a position; null if the position is
 * unknown or there are no rows.
 */
function usePositionText(): (position: ListPosition | undefined, rows: number) => string | null {
  const { t } = useTranslation("queue");
  return (position, rows) => {
    if (!position || position.before === null || rows === 0) return null;
    const { total, before } = position;
    const place = { from: before + 1, to: before + rows };
    if (total === null) return t("position.rangeOfMany", { ...place, total: COUNTED_ROWS });
    // The two counts are separate queries, between which rows may be added or removed.
    const known = { ...place, total: Math.max(total, place.to) };
    return t(rows === 1 ? "position.single" : "position.range", known);
  };
}
