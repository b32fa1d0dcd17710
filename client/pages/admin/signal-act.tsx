/** One act of staff on one signal. */
import { DialogButton, type DialogButtonProps } from "#client/form/dialog-button.tsx";
import { type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { Time } from "#client/ui/time.tsx";
import { useEffect, useEffectEvent, useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { useDone, useRefresh, useRefusalTexts } from "./staff-forms.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";

export interface SignalActButtonProps extends Pick<DialogButtonProps, "text" | "look" | "children"> {
  readonly signal: Signal;
  /** Heading of the dialog, above what tells the signal from others. */
  readonly title: string;
}

/** A button and its dialog: both name the signal so that no other can be meant. */
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

/** Tells a signal from every other of its asset: the last is the number of its entry in the ledger. */
function WhichSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("common");
  const { locale } = useFormats();
  const { trader, direction, entry_at, expires_at, published_seq } = signal;
  return (
    <>
      {trader.name}, {t(`direction.${direction}`)}, <Time epochMs={Date.parse(entry_at)} locale={locale} /> –{" "}
      <Time epochMs={Date.parse(expires_at)} locale={locale} />, #{published_seq}
    </>
  );
}

/**
 * What a form needs to settle, void or correct a signal and to close its dialog with it; `sendTo` rejects with the API's answer. To be
 * spread into `useForm`.
 */
export function useSignalAct(signal: Signal, onClose: () => void) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const done = useDone(onClose);
  const noteRefusal = useRefreshOnceClosed();
  return {
    refusalTexts: useRefusalTexts(),
    async sendTo(verb: "settle" | "void" | "correct", body: unknown) {
      try {
        return await http.send("POST", `/api/admin/signals/${signal.id}/${verb}/`, body, SignalDetail);
      } catch (error) {
        if (error instanceof HttpError && [404, 409].includes(error.status)) noteRefusal();
        throw error;
      }
    },
    onSent({ outcome }: SignalDetail) {
      const summary = t("open.ended", { asset: signal.asset, outcome: t(`common:outcome.${outcome}`) });
      done(summary, "/api/signals/", "/api/admin/audit/");
    },
  };
}

/**
 * For when the API knows better what became of the signal: the list is asked for again as the dialog closes, which would go with
 * the signal's row.
 */
function useRefreshOnceClosed(): () => void {
  const [isRefused, setIsRefused] = useState(false);
  const refresh = useRefresh();
  const refreshList = useEffectEvent(() => refresh("/api/signals/"));
  useEffect(() => (isRefused ? () => refreshList() : undefined), [isRefused]);
  return () => setIsRefused(true);
}

/** Why staff do something to a signal, in words for everyone: a `PublicReason`. */
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
