/** Settles or voids an open signal: once. */
import { useState } from "react";
import { Form } from "#client/form/form.tsx";
import { useForm } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { useFormats } from "#client/record/formats.ts";
import { SelectField } from "#client/ui/select-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { SettleRequest, VoidRequest } from "#shared/contracts/admin.ts";
import { SETTLEMENTS, type Signal, type SignalDetail } from "#shared/contracts/signals.ts";
import { ReasonField, SignalActButton, useSignalAct } from "./signal-act.tsx";

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
  const { t } = useTranslation(["admin", "common"]);
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
  const outcomes = SETTLEMENTS.map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time epochMs={expiresMs} locale={locale} precision="second" />
        </p>
      ) : null}
      <p>{t("settle.text")}</p>
      <Form form={form} submitLabel={t("settle.submit")} onCancel={onClose}>
        <SelectField
          {...form.field("outcome")}
          label={t("common:record.outcome")}
          options={[{ value: "", text: t("fields.choose") }, ...outcomes]}
        />
      </Form>
    </>
  );
}

function VoidForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation("admin");
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
      <p>{t("void.text")}</p>
      <Form form={form} submitLabel={t("void.submit")} submitLook="danger" onCancel={onClose}>
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}
