/** What the forms that settle, void or correct a signal have in common. */
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { HttpError } from "#client/data/http-error.ts";
import { useData } from "#client/data/data-provider.tsx";
import { DialogButton, type DialogButtonProps } from "#client/features/form/dialog-button.tsx";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Prices } from "#client/features/ledger/prices.tsx";
import { SelectField, type SelectFieldProps } from "#client/ui/select-field.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import type { SourcePrices } from "#shared/contracts/prices.ts";
import { type Outcome, type Signal, SignalDetail } from "#shared/contracts/signals.ts";
import { createRepeatKey } from "./repeat-key.ts";
import { SIGNAL_LISTS, useDone, useRefresh, useRefusalTexts } from "./staff-forms.tsx";

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
export function WhichSignal({ signal }: { readonly signal: Signal }) {
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
 * What a form needs to settle, void or correct a signal and to close its dialog with it; `sendTo` rejects with the API's answer, and
 * `standing` shows the prices that forbid it. To be spread into `useForm`.
 */
export function useSignalAct(signal: Signal, onClose: () => void) {
  const { t } = useTranslation(["admin", "common"]);
  const { http } = useData();
  const done = useDone(onClose);
  const noteRefusal = useRefreshOnceClosed();
  const [repeatKey] = useState(() => createRepeatKey());
  const [prices, setPrices] = useState<readonly SourcePrices[]>();
  const standing: ReactNode = prices && <Prices prices={prices} />;
  return {
    standing,
    refusalTexts: useRefusalTexts(),
    async sendTo(verb: "settle" | "void" | "correct", body: unknown) {
      try {
        setPrices(undefined);
        const path = `/api/admin/signals/${signal.id}/${verb}/`;
        return await http.send("POST", path, body, SignalDetail, { idempotencyKey: repeatKey.of(body) });
      } catch (error) {
        if (error instanceof HttpError) {
          setPrices(error.prices);
          if ([404, 409].includes(error.status)) noteRefusal();
        }
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
 * For when the API knows better what became of the signal: the list is asked for again as the dialog closes, which would go with
 * the signal's row.
 */
function useRefreshOnceClosed(): () => void {
  const [isRefused, setIsRefused] = useState(false);
  const refresh = useRefresh();
  const refreshList = useEffectEvent(() => refresh(...SIGNAL_LISTS));
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
