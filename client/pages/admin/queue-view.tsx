/** Open signals: those that have expired and wait to be settled, and separately those that still run. */
import { useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { useApi } from "#client/data/use-api.ts";
import { useFormats } from "#client/features/figures/formats.ts";
import { PriceWait } from "#client/features/figures/price-wait.tsx";
import { SignalName } from "#client/features/figures/signal.tsx";
import { useRunsFor, useTimeLeft } from "#client/features/figures/time-left.tsx";
import { Button } from "#client/ui/button.tsx";
import type { Column } from "#client/ui/data-table.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { focusQuietly } from "#client/ui/focus.ts";
import { PageLink } from "#client/ui/link.tsx";
import { OutcomeBadge } from "#client/ui/outcome-badge.tsx";
import { Time } from "#client/ui/time.tsx";
import { Toasts } from "#client/ui/toasts/toast-area.tsx";
import type { Signal } from "#shared/contracts/signals.ts";
import { DECIDERS, OPEN_STATES, OpenSignalsPage, type OpenState } from "#shared/contracts/staff-signals.ts";
import { COUNTED_ROWS, QUEUE_REFRESH_MS } from "#shared/limits/lists.ts";
import { AdminList, column, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { useListKey, useSignalList } from "./admin-query.ts";
import { type Filter, FilterForm, refusedFields, useIsNarrowed } from "./filter-form.tsx";
import { QueueKeys } from "./queue-keys.tsx";
import { ReviewForm } from "./review-form.tsx";
import { WhichSignal } from "./corrections-view.tsx";
import { STAGED_OUTCOMES, useStaging } from "./staged.ts";

const openPath = "/api/admin/signals/open/";
const PUBLIC_FILTERS = ["trader", "asset", "limit"] as const;

const EMPTY = { due: "emptyDue", running: "emptyRunning" } as const;

export function QueueView() {
  const { t } = useTranslation(["queue", "admin", "common"]);
  const [query] = useSearchParams();
  // A whole list separates due signals, sorts by deadline and counts.
  const { answer, page, isWhole } = useSignalList(
    OpenSignalsPage,
    useListKey(openPath, ["state", "decided_by", ...PUBLIC_FILTERS]),
    useListKey("/api/signals/", PUBLIC_FILTERS, { outcome: "open" }),
  );
  const { staged, isReviewing, review, clear } = useStaging();
  const list = useRef<HTMLDivElement>(null);
  const state = OPEN_STATES.find((one) => one === query.get("state")) ?? OPEN_STATES[0];
  const decider: Filter = {
    kind: "choice",
    name: "decided_by",
    label: t("decidedBy"),
    any: t("deciders.any"),
    options: DECIDERS.map((value) => ({ value, text: t(`deciders.${value}`) })),
  };
  const filters: readonly Filter[] = [
    { kind: "trader", name: "trader" },
    { kind: "asset", name: "asset" },
    ...(isWhole ? [decider] : []),
    { kind: "rows", name: "limit", label: t("perPage") },
  ];
  const isNarrowed = useIsNarrowed(filters);
  const hasLoaded = answer.data !== undefined;
  const startKeys = useEffectEvent(() => {
    if (answer.data?.results.length) focusLost(list.current);
  });
  // The keys work at once, unless the focus is somewhere already.
  useEffect(() => {
    if (hasLoaded) startKeys();
  }, [hasLoaded]);

  function close(): void {
    flushSync(() => review(false));
    // The button that opened the review is gone with the last staged outcome.
    focusLost(list.current);
  }

  return (
    <section className="queue">
      <h2 className="visually-hidden">{t("heading")}</h2>
      <div className="queue__bar">
        {isWhole ? <States current={state} counts={page?.counts} /> : null}
        <details
          key={String(isNarrowed)}
          open={isNarrowed || refusedFields(answer.error) !== null || undefined}
        >
          <summary>{t("narrow")}</summary>
          <FilterForm label={t("filter")} filters={filters} error={answer.error}>
            {state === "due" ? null : <input type="hidden" name="state" value={state} />}
          </FilterForm>
        </details>
        <QueueKeys list={list} onReview={() => staged.length > 0 && review(true)} />
      </div>
      <div ref={list}>
        <AdminList<Signal>
          answer={answer}
          caption={t("heading")}
          columns={useQueueColumns()}
          rowKey={({ id }) => id}
          empty={t(isNarrowed ? "emptyFiltered" : isWhole ? EMPTY[state] : "admin:open.empty")}
          isFiltered
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

/** Focuses the list if nothing has the focus. */
function focusLost(list: HTMLElement | null): void {
  const group = list?.querySelector<HTMLElement>("[role=group]");
  if (group && document.activeElement === document.body) focusQuietly(group);
}

/** One list for each state, with the same filters. */
function States({ current, counts }: Pick<OpenSignalsPage, "counts"> & { readonly current: OpenState }) {
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

/** The time left beside the expiry, and buttons that stage an outcome. */
function useQueueColumns(): readonly Column<Signal>[] {
  const { t } = useTranslation(["admin", "common", "queue"]);
  return [
    column("signal", t("common:record.signal"), (signal) => (
      <span className="two-lines">
        <SignalName {...signal} />
        <small className="typed">{signal.trader.name}</small>
      </span>
    )),
    timeColumn("entry", t("common:record.entry"), ({ entry_at }) => <TimeOrDash at={entry_at} />),
    timeColumn("expiry", t("open.expiry"), (signal) => (
      <span className="two-lines">
        <Time at={signal.expires_at} precision="listed" />
        <UntilExpiry expiresMs={Date.parse(signal.expires_at)} />
        {signal.price_wait ? (
          <small className="waits">
            <PriceWait wait={signal.price_wait} />
          </small>
        ) : null}
      </span>
    )),
    timeColumn("deadline", t("open.settleBy"), (signal) => (
      <span className="two-lines">
        <Time at={signal.settle_by} precision="listed" />
        <UntilDeadline expiresMs={Date.parse(signal.expires_at)} settleByMs={Date.parse(signal.settle_by)} />
      </span>
    )),
    column("stage", t("common:record.outcome"), (signal) => <StageButtons signal={signal} />),
  ];
}

interface TimesProps {
  readonly expiresMs: number;
}

/** The time until the signal expires, to the minute; nothing afterwards. */
function UntilExpiry({ expiresMs }: TimesProps) {
  const leftMs = useTimeLeft(expiresMs);
  const runsFor = useRunsFor();
  return leftMs === null || leftMs < 0 ? null : <small>{runsFor(leftMs)}</small>;
}

/** The time from its expiry until its deadline; nothing before. */
function UntilDeadline({ expiresMs, settleByMs }: TimesProps & { readonly settleByMs: number }) {
  const { t } = useTranslation("queue");
  const { span } = useFormats();
  const runsMs = useTimeLeft(expiresMs);
  const leftMs = useTimeLeft(settleByMs);
  if (runsMs === null || leftMs === null || runsMs >= 0) return null;
  if (leftMs < 0) return <small>{t("left.overdue")}</small>;
  return <small>{leftMs === 0 ? t("left.settleAtOnce") : t("left.settle", { span: span(leftMs) })}</small>;
}

/** Settling is possible from expiry, by hand only; what prices decide can only be voided, before its entry. */
function StageButtons({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation(["queue", "common"]);
  const { staged, stage } = useStaging();
  const untilEntryMs = useTimeLeft(Date.parse(signal.entry_at)) ?? 0;
  const untilExpiryMs = useTimeLeft(Date.parse(signal.expires_at)) ?? 0;
  const isPriced = signal.price_rule !== null;
  if (isPriced && untilEntryMs < 0) return <small>{t("deciders.prices")}</small>;
  const outcomes = !isPriced && untilExpiryMs < 0 ? STAGED_OUTCOMES : (["void"] as const);
  const chosen = staged.find((one) => one.signal.id === signal.id)?.outcome;
  return (
    <span className="stage">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          data-outcome={outcome}
          aria-pressed={outcome === chosen}
          onClick={() => stage(signal, outcome === chosen ? null : outcome)}
        >
          <OutcomeBadge kind={outcome} label={t(`common:outcome.${outcome}`)} />
          <span className="visually-hidden">
            {signal.asset}, <WhichSignal signal={signal} />
          </span>
        </Button>
      ))}
    </span>
  );
}
