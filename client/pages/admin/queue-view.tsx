/** Open signals: those that have expired and wait to be settled, and separately those that still run. */
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { PageLink } from "#client/ui/link.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { OPEN_STATES, OpenSignalsPage, type OpenState } from "#shared/contracts/staff-signals.ts";
import { SearchedList } from "./admin-list.tsx";
import { listQuery, refusedFields } from "./admin-query.ts";
import { BulkActs } from "./bulk-acts.tsx";
import { isByHand, useQueueColumns } from "./queue-columns.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { useSelection } from "./selection.tsx";
import { openPath, QUEUE_FILTERS, useOpenSignals } from "./queue-lists.ts";
import { COUNTED_ROWS, QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";

const EMPTY = { due: "emptyDue", running: "emptyRunning" } as const;

export function QueueView() {
  const { t } = useTranslation(["queue", "admin"]);
  const [query] = useSearchParams();
  const { answer, page, isWhole } = useOpenSignals();
  const state = OPEN_STATES.find((one) => one === query.get("state")) ?? OPEN_STATES[0];
  const rows = answer.data?.results ?? [];
  const byHand = rows.filter(isByHand);
  const selection = useSelection(byHand);
  const columns = useQueueColumns(selection);
  const problems = refusedFields(answer.error);
  const isNarrowed = listQuery(query, QUEUE_FILTERS).size > 0;
  return (
    <section>
      <h2>{t("heading")}</h2>
      <p className="intro">{t("intro")}</p>
      {isWhole ? <States current={state} counts={page?.counts} /> : null}
      <QueueFilters state={state} isWhole={isWhole} isNarrowed={isNarrowed} problems={problems} />
      <SearchedList<Signal>
        answer={answer}
        caption={t("heading")}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t(isNarrowed ? "emptyFiltered" : isWhole ? EMPTY[state] : "admin:open.empty")}
        refusal={problems && t("admin:search.refused")}
      >
        <BulkActs selection={selection} rows={byHand.length} mayBeDue={state === "due" || !isWhole} />
      </SearchedList>
    </section>
  );
}

interface StatesProps {
  readonly current: OpenState;
  readonly counts: OpenSignalsPage["counts"];
}

/** One list for each state, with the same filters. */
function States({ current, counts }: StatesProps) {
  const { t } = useTranslation("queue");
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const hrefOf = (state: OpenState) => {
    const search = new URLSearchParams(query);
    search.delete("cursor");
    search.set("state", state);
    return `${pathname}?${search}`;
  };
  return (
    <nav className="view-nav" aria-label={t("states.label")}>
      {OPEN_STATES.map((state) => (
        <PageLink
          key={state}
          className="view-nav__link"
          to={hrefOf(state)}
          aria-current={state === current ? "page" : undefined}
        >
          {t(`states.${state}`)}
          <Count rows={counts?.[state]} />
        </PageLink>
      ))}
    </nav>
  );
}

/** The number of open signals that wait to be settled, for the link to this view. */
export function DueCount() {
  const { data } = useApi(`${openPath}?limit=1`, OpenSignalsPage, {
    refreshInterval: (page) => (page ? QUEUE_REFRESH_MS : 0),
  });
  return <Count rows={data?.counts?.due} />;
}

/** A number after the text of a link, with space reserved for it; `null` means more than the API counts. */
function Count({ rows }: { readonly rows: number | null | undefined }) {
  const { count } = useFormats();
  return (
    <span className="view-nav__count">
      {rows === undefined ? null : rows === null ? ` (${count(COUNTED_ROWS)}+)` : ` (${count(rows)})`}
    </span>
  );
}
