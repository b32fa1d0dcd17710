/** What staff do to a signal: settle, void, correct. */
import { DialogButton, type DialogButtonProps } from "#client/features/form/dialog-button.tsx";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  type Outcome,
  SETTLEMENTS,
  type Signal,
  SignalDetail,
} from "#shared/contracts/signals.ts";
import { useTranslation } from "react-i18next";
import { useFormats } from "#client/features/ledger/formats.ts";
import { Time } from "#client/ui/time.tsx";
import { useEffect, useEffectEvent, useState } from "react";
import { useData } from "#client/data/data-provider.tsx";
import { HttpError } from "#client/data/http-error.ts";
import { useDone, useRefresh, useRefusalTexts } from "./staff-forms.tsx";
import { createRepeatKey } from "./repeat-key.ts";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { SelectField, type SelectFieldProps } from "#client/ui/select-field.tsx";
import { CorrectRequest, SettleRequest, VoidRequest } from "#shared/contracts/admin.ts";

interface CorrectSignalProps {
  readonly signal: Signal;
  /** The outcome that stands. */
  readonly from: CorrectableOutcome;
}

/** Corrects a signal whose outcome was recorded too well: only to a worse one, beside the entry that stands. */
export function CorrectSignal({ signal, from }: CorrectSignalProps) {
  const { t } = useTranslation("admin");
  return (
    <SignalActButton
      signal={signal}
      text={t("correct.open")}
      title={t("correct.title", { about: signal.asset })}
    >
      {(close) => <CorrectForm signal={signal} from={from} onClose={close} />}
    </SignalActButton>
  );
}

function CorrectForm({ signal, from, onClose }: CorrectSignalProps & { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const act = useSignalAct(signal, onClose);
  const form = useForm<SignalDetail>({
    ...act,
    schema: CorrectRequest,
    body: (value) => ({ from, outcome: value("outcome"), reason: value("reason") }),
    send: (body) => act.sendTo("correct", body),
    fieldTexts: { outcome: t("problems.outcome"), reason: t("problems.reason") },
  });
  return (
    <>
      <p>{t("correct.text")}</p>
      <Form form={form} submitLabel={t("correct.submit")} onCancel={onClose}>
        <OutcomeField {...form.field("outcome")} outcomes={CORRECTIONS[from]} />
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}

/** Settles or voids an open signal: once. */
export function EndSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("admin");
  const about = signal.asset;
  return (
    <span className="row-actions">
      <SignalActButton signal={signal} text={t("open.settle")} title={t("settle.title", { about })}>
        {(close) => <SettleForm signal={signal} onClose={close} />}
      </SignalActButton>
      <SignalActButton signal={signal} text={t("open.void")} title={t("void.title", { about })} look="danger">
        {(close) => <VoidForm signal={signal} onClose={close} />}
      </SignalActButton>
    </span>
  );
}

interface EndFormProps {
  readonly signal: Signal;
  readonly onClose: () => void;
}

function SettleForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation("admin");
  const { locale } = useFormats();
  const expiresMs = Date.parse(signal.expires_at);
  // Said and left to the server, whose clock decides: this one may be late. What is said stays true as the expiry passes.
  const [isEarly] = useState(() => Date.now() < expiresMs);
  const end = useSignalAct(signal, onClose);
  const form = useForm<SignalDetail>({
    ...end,
    schema: SettleRequest,
    body: (value) => ({ outcome: value("outcome") }),
    send: (body) => end.sendTo("settle", body),
    fieldTexts: { outcome: t("problems.outcome") },
  });
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time epochMs={expiresMs} locale={locale} precision="second" />
        </p>
      ) : null}
      <p>{t("settle.text")}</p>
      <Form form={form} submitLabel={t("settle.submit")} onCancel={onClose}>
        <OutcomeField {...form.field("outcome")} outcomes={SETTLEMENTS} />
      </Form>
    </>
  );
}

function VoidForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation("admin");
  const [isExpired] = useState(() => Date.now() >= Date.parse(signal.expires_at));
  const end = useSignalAct(signal, onClose);
  const form = useForm<SignalDetail>({
    ...end,
    schema: VoidRequest,
    body: (value) => ({ reason: value("reason") }),
    send: (body) => end.sendTo("void", body),
    fieldTexts: { reason: t("problems.reason") },
  });
  return (
    <>
      {isExpired ? <p className="callout callout--caution">{t("void.late")}</p> : null}
      <p>{t("void.text")}</p>
      <Form form={form} submitLabel={t("void.submit")} submitLook="danger" onCancel={onClose}>
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}

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

interface OutcomeFieldProps extends Omit<SelectFieldProps, "label" | "options"> {
  readonly outcomes: readonly Outcome[];
}

function OutcomeField({ outcomes, ...field }: OutcomeFieldProps) {
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
