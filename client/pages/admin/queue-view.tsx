/** Open signals: those that have expired and wait to be settled, and separately those that still run. */
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import { PageLink } from "#client/ui/link.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { OPEN_STATES, OpenSignalsPage, type OpenState } from "#shared/contracts/staff-signals.ts";
import { SearchedList } from "./admin-list.tsx";
import { listQuery, refusedFields } from "./admin-query.ts";
import { useQueueColumns } from "./queue-columns.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { QueueKeys } from "./queue-keys.tsx";
import { ReviewForm } from "./review-form.tsx";
import { useStaging } from "./staged.ts";
import { openPath, QUEUE_FILTERS, useOpenSignals } from "./queue-lists.ts";
import { COUNTED_ROWS, QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";

const EMPTY = { due: "emptyDue", running: "emptyRunning" } as const;

export function QueueView() {
  const { t } = useTranslation(["queue", "admin", "common"]);
  const [query] = useSearchParams();
  const { answer, page, isWhole } = useOpenSignals();
  const { staged, isReviewing, review, clear } = useStaging();
  const list = useRef<HTMLDivElement>(null);
  const state = OPEN_STATES.find((one) => one === query.get("state")) ?? OPEN_STATES[0];
  const columns = useQueueColumns();
  const problems = refusedFields(answer.error);
  const isNarrowed = listQuery(query, QUEUE_FILTERS).size > 0;
  const hasLoaded = answer.data !== undefined;
  // The keys work at once, unless the focus is somewhere already.
  useEffect(() => {
    const group = list.current?.querySelector<HTMLElement>("[role=group]");
    if (hasLoaded && group && document.activeElement === document.body) focusQuietly(group);
  }, [hasLoaded]);

  function close(): void {
    flushSync(() => review(false));
    // The button that opened the review is gone with the last staged outcome.
    const group = list.current?.querySelector<HTMLElement>("[role=group]");
    if (group && document.activeElement === document.body) focusQuietly(group);
  }

  return (
    <section className="queue">
      <h2 className="visually-hidden">{t("heading")}</h2>
      <div className="queue__bar">
        {isWhole ? <States current={state} counts={page?.counts} /> : null}
        <details key={String(isNarrowed)} open={isNarrowed || problems !== null || undefined}>
          <summary>{t("narrow")}</summary>
          <QueueFilters state={state} isWhole={isWhole} isNarrowed={isNarrowed} problems={problems} />
        </details>
        <QueueKeys list={list} onReview={() => staged.length > 0 && review(true)} />
      </div>
      <div ref={list}>
        <SearchedList<Signal>
          answer={answer}
          caption={t("heading")}
          columns={columns}
          rowKey={({ id }) => id}
          empty={t(isNarrowed ? "emptyFiltered" : isWhole ? EMPTY[state] : "admin:open.empty")}
          refusal={problems && t("admin:search.refused")}
        />
      </div>
      <div className="queue__staged" role="group" aria-label={t("review.title")}>
        <output>{staged.length > 0 ? t("review.staged", { signals: staged.length }) : null}</output>
        {staged.length > 0 ? (
          <>
            <Button look="primary" onClick={() => review(true)}>
              {t("review.open")}
            </Button>
            <Button look="quiet" onClick={clear}>
              {t("review.clear")}
            </Button>
          </>
        ) : null}
      </div>
      {isReviewing && staged.length > 0 ? (
        <Dialog isOpen onClose={close} title={t("review.title")} closeLabel={t("common:close")}>
          <ReviewForm onClose={close} />
          <Toasts />
        </Dialog>
      ) : null}
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
