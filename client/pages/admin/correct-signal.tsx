/** Corrects a signal whose outcome was recorded too well: only to a worse one, beside the entry that stands. */
import { Form } from "#client/form/form.tsx";
import { useForm } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { CorrectRequest } from "#shared/contracts/admin.ts";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  type Signal,
  type SignalDetail,
} from "#shared/contracts/signals.ts";
import { ReasonField, SignalActButton, useSignalAct } from "./signal-act.tsx";

export interface CorrectSignalProps {
  readonly signal: Signal;
  /** The outcome that stands. */
  readonly from: CorrectableOutcome;
}

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
  const { t } = useTranslation(["admin", "common"]);
  const act = useSignalAct(signal, onClose);
  const form = useForm<SignalDetail>({
    ...act,
    schema: CorrectRequest,
    body: (value) => ({ from, outcome: value("outcome"), reason: value("reason") }),
    send: (body) => act.sendTo("correct", body),
    fieldTexts: { outcome: t("problems.outcome"), reason: t("problems.reason") },
  });
  const outcomes = CORRECTIONS[from].map((value) => ({ value, text: t(`common:outcome.${value}`) }));
  return (
    <>
      <p>{t("correct.text")}</p>
      <Form form={form} submitLabel={t("correct.submit")} onCancel={onClose}>
        <SelectField
          {...form.field("outcome")}
          label={t("common:record.outcome")}
          options={[{ value: "", text: t("fields.choose") }, ...outcomes]}
        />
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}
