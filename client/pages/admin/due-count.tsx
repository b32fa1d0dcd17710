/** The number of open signals that wait to be settled, shown in the link to their view. */
import { useFormats } from "#client/features/ledger/formats.ts";
import { useApi } from "#client/data/use-api.ts";
import { OpenSignalsPage } from "#shared/contracts/staff-signals.ts";
import { openPath } from "./staff-lists.ts";
import { COUNTED_ROWS, QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";

export function DueCount() {
  const { data } = useApi(`${openPath}?limit=1`, OpenSignalsPage, {
    refreshInterval: (page) => (page ? QUEUE_REFRESH_MS : 0),
  });
  return <Count rows={data?.counts?.due} />;
}

/** A number after the text of a link, with space reserved for it; `null` means more than the API counts. */
export function Count({ rows }: { readonly rows: number | null | undefined }) {
  const { count } = useFormats();
  return (
    <span className="view-nav__count">
      {rows === undefined ? null : rows === null ? ` (${count(COUNTED_ROWS)}+)` : ` (${count(rows)})`}
    </span>
  );
}
