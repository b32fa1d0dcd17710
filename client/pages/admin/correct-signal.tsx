/** Corrects an outcome that was recorded too favourably: only to a worse one; the earlier ledger entry stays. */
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { HttpError } from "#client/data/http-error.ts";
import { useData } from "#client/data/data-provider.tsx";
import { DialogButton } from "#client/features/form/dialog-button.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { CorrectRequest } from "#shared/contracts/staff-signals.ts";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  type Signal,
  SignalDetail,
} from "#shared/contracts/signals.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS, useDone, useRefresh, useRefusalTexts } from "./staff-forms.tsx";

interface CorrectSignalProps {
  readonly signal: Signal;
  /** The current outcome. */
  readonly from: CorrectableOutcome;
}

/** A button with its dialog: both name the signal, so that it cannot be mistaken for another. */
export function CorrectSignal({ signal, from }: CorrectSignalProps) {
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
    fieldTexts: { outcome: t("problems.outcome"), reason: t("problems.reason") },
    refusalTexts: useRefusalTexts(),
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
        <ReasonField {...form.field("reason")} />
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

/** Field for the reason that staff give for an act on a signal, which is public: a `PublicReason`. */
export function ReasonField(field: Omit<TextFieldProps, "label" | "hint">) {
  const { t } = useTranslation("admin");
  return (
    <TextField
      {...field}
      label={t("fields.reason")}
      hint={t("fields.reasonHint")}
      autoComplete="off"
      maxLength={500}
    />
  );
}
