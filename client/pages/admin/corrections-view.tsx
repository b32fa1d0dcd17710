/** Won and drawn signals, whose outcome can still be corrected to a worse one; the earlier ledger entry stays. */
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { useRefresh } from "#client/data/use-refresh.ts";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { NO_VALUE, useFormats } from "#client/features/figures/formats.ts";
import { Outcome, SignalName } from "#client/features/figures/signal.tsx";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import type { Column } from "#client/ui/data-table.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { Time } from "#client/ui/time.tsx";
import {
  CORRECTABLE,
  type CorrectableOutcome,
  CORRECTIONS,
  type Signal,
  SignalDetail,
} from "#shared/contracts/signals.ts";
import { CorrectableSignalsPage, CorrectRequest } from "#shared/contracts/staff-signals.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { column, ListSection, numberColumn, timeColumn, TimeOrDash } from "./admin-list.tsx";
import { useListKey, useSignalList } from "./admin-query.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { StaffField } from "./staff-fields.tsx";
import { SIGNAL_LISTS, useDone, useStaffTexts } from "./staff-forms.ts";

const FILTERS = ["trader", "asset"] as const;

export function CorrectionsView() {
  const { t } = useTranslation(["admin", "common"]);
  const { count } = useFormats();
  const [query] = useSearchParams();
  const outcome = CORRECTABLE.find((one) => one === query.get("outcome")) ?? CORRECTABLE[0];
  const { answer } = useSignalList(
    CorrectableSignalsPage,
    useListKey("/api/admin/signals/correctable/", FILTERS, { outcome }),
    useListKey("/api/signals/", FILTERS, { outcome }),
  );
  const columns: readonly Column<Signal>[] = [
    column("signal", t("common:record.signal"), (signal) => <SignalName {...signal} />),
    column("trader", t("common:record.trader"), ({ trader }) => <span className="typed">{trader.name}</span>),
    numberColumn("number", t("correct.number"), ({ published_seq }) => count(published_seq)),
    timeColumn("expiry", t("open.expiry"), ({ expires_at }) => <TimeOrDash at={expires_at} />),
    timeColumn("settled", t("correct.settledAt"), ({ settled_at }) => <TimeOrDash at={settled_at} />),
    column("outcome", t("common:record.outcome"), (signal) => <Outcome signal={signal} />),
    column("correct", t("correct.action"), (signal) => {
      const from = CORRECTABLE.find((outcome) => outcome === signal.outcome);
      // The public list, which a backend without the staff's shows, has those that prices decided as well.
      return from && signal.settled_by !== "prices" ? (
        <CorrectSignal signal={signal} from={from} />
      ) : (
        NO_VALUE
      );
    }),
  ];
  return (
    <ListSection
      heading={t("correct.heading")}
      intro={t("correct.intro")}
      filter={{
        label: t("correct.filter"),
        filters: [
          {
            kind: "choice",
            name: "outcome",
            label: t("common:record.outcome"),
            options: CORRECTABLE.map((value) => ({ value, text: t(`common:outcome.${value}`) })),
          },
          { kind: "trader", name: "trader" },
          { kind: "asset", name: "asset" },
        ],
      }}
      answer={answer}
      columns={columns}
      rowKey={({ id }) => id}
      empty={t("correct.empty")}
    />
  );
}

interface CorrectSignalProps {
  readonly signal: Signal;
  /** The current outcome. */
  readonly from: CorrectableOutcome;
}

/** A button with its dialog: both name the signal, so that it cannot be mistaken for another. */
function CorrectSignal({ signal, from }: CorrectSignalProps) {
  const { t } = useTranslation("admin");
  const which = <WhichSignal signal={signal} />;
  return (
    <DialogButton
      text={t("correct.open")}
      about={
        <>
          {signal.asset}, {which}
        </>
      }
      title={
        <span className="two-lines">
          {t("correct.title", { about: signal.asset })} <small>{which}</small>
        </span>
      }
    >
      {(close) => <CorrectForm signal={signal} from={from} onClose={close} />}
    </DialogButton>
  );
}

function CorrectForm({ signal, from, onClose }: CorrectSignalProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const done = useDone(onClose);
  const noteRefusal = useRefreshOnceClosed();
  const [repeatKey] = useState(() => createRepeatKey());
  const form = useForm({
    schema: CorrectRequest,
    body: (value) => ({ from, outcome: value("outcome"), reason: value("reason") }),
    async send(body) {
      try {
        const path = `/api/admin/signals/${signal.id}/correct/`;
        return await http.send("POST", path, body, SignalDetail, { idempotencyKey: repeatKey.of(body) });
      } catch (error) {
        if (error instanceof HttpError && [404, 409].includes(error.status)) noteRefusal();
        throw error;
      }
    },
    ...useStaffTexts(),
    onSent({ outcome }) {
      const summary = t("correct.done", { asset: signal.asset, outcome: t(`common:outcome.${outcome}`) });
      done(summary, ...SIGNAL_LISTS);
    },
  });
  const options = CORRECTIONS[from].map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <>
      <p>{t("correct.text")}</p>
      <Form form={form} submitLabel={t("correct.submit")} onCancel={onClose}>
        <SelectField
          {...form.field("outcome")}
          label={t("common:record.outcome")}
          options={[{ value: "", text: t("fields.choose") }, ...options]}
        />
        <StaffField {...form.field("reason")} text="reason" maxLength={BOUNDS.reason.max} />
      </Form>
    </>
  );
}

/**
 * For a refusal because the signal has changed: revalidates the list only when the dialog closes, because the dialog would be
 * unmounted with the signal's row.
 */
function useRefreshOnceClosed(): () => void {
  const [isRefused, setIsRefused] = useState(false);
  const refresh = useRefresh();
  const refreshList = useEffectEvent(() => refresh(...SIGNAL_LISTS));
  useEffect(() => (isRefused ? () => refreshList() : undefined), [isRefused]);
  return () => setIsRefused(true);
}

/** Distinguishes a signal from others on the same asset; the last part is the number of its ledger entry. */
export function WhichSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("common");
  const { trader, direction, entry_at, expires_at, published_seq } = signal;
  return (
    <>
      {trader.name}, {t(`direction.${direction}`)}, <Time at={entry_at} /> – <Time at={expires_at} />, #
      {published_seq}
    </>
  );
}
