/** Shared code of the forms that settle, void or correct a signal. */
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { HttpError } from "#client/data/http-error.ts";
import { useData } from "#client/data/data-provider.tsx";
import { DialogButton, type DialogButtonProps } from "#client/features/form/dialog-button.tsx";
import { SelectField, type SelectFieldProps } from "#client/ui/select-field.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { type Outcome, type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS, useDone, useRefresh, useRefusalTexts } from "./staff-forms.tsx";

export interface SignalActButtonProps extends Pick<DialogButtonProps, "text" | "look" | "children"> {
  readonly signal: Signal;
  /** Heading of the dialog, above the text that identifies the signal. */
  readonly title: string;
}

/** A button with its dialog: both name the signal, so that it cannot be mistaken for another. */
export function SignalActButton({ signal, title, ...button }: SignalActButtonProps) {
  const which = <WhichSignal signal={signal} />;
  return (
    <DialogButton
      {...button}
      about={
        <>
          {signal.asset}, {which}
        </>
      }
      title={
        <span className="two-lines">
          {title} <small>{which}</small>
        </span>
      }
    />
  );
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

/**
 * Options for a form that settles, voids or corrects a signal and then closes its dialog. `sendTo` rejects with the API's
 * error. To be spread into `useForm`.
 */
export function useSignalAct(signal: Signal, onClose: () => void) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const done = useDone(onClose);
  const noteRefusal = useRefreshOnceClosed();
  const [repeatKey] = useState(() => createRepeatKey());
  return {
    refusalTexts: useRefusalTexts(),
    async sendTo(verb: "settle" | "void" | "correct", body: unknown) {
      try {
        const path = `/api/admin/signals/${signal.id}/${verb}/`;
        return await http.send("POST", path, body, SignalDetail, { idempotencyKey: repeatKey.of(body) });
      } catch (error) {
        if (error instanceof HttpError && [404, 409].includes(error.status)) noteRefusal();
        throw error;
      }
    },
    onSent({ outcome }: SignalDetail) {
      const summary = t("open.ended", { asset: signal.asset, outcome: t(`common:outcome.${outcome}`) });
      done(summary, ...SIGNAL_LISTS);
    },
  };
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

interface OutcomeFieldProps extends Omit<SelectFieldProps, "label" | "options"> {
  readonly outcomes: readonly Outcome[];
}

export function OutcomeField({ outcomes, ...field }: OutcomeFieldProps) {
  const { t } = useTranslation(["admin", "common"]);
  const options = outcomes.map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <SelectField
      {...field}
      label={t("common:record.outcome")}
      options={[{ value: "", text: t("fields.choose") }, ...options]}
    />
  );
}
