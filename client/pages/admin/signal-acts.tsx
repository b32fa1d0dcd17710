/** The acts of staff on a signal: settle, void, correct. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTimeLeft } from "#client/features/figures/time-left.tsx";
import { CorrectRequest, VoidRequest } from "#shared/contracts/staff-signals.ts";
import {
  type CorrectableOutcome,
  CORRECTIONS,
  type Signal,
  type SignalDetail,
} from "#shared/contracts/signals.ts";
import { SettleForm } from "./settle-form.tsx";
import { OutcomeField, ReasonField, SignalActButton, useSignalAct } from "./signal-act-form.tsx";

interface CorrectSignalProps {
  readonly signal: Signal;
  /** The current outcome. */
  readonly from: CorrectableOutcome;
}

/** Corrects an outcome that was recorded too favourably: only to a worse one; the earlier ledger entry stays. */
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

/** Settles or voids an open signal; each is possible once. One that prices decide is only voided, before its entry. */
export function EndSignal({ signal }: { readonly signal: Signal }) {
  const { t } = useTranslation("admin");
  const about = signal.asset;
  const isPriced = signal.price_rule !== null;
  const untilEntryMs = useTimeLeft(Date.parse(signal.entry_at));
  if (isPriced && (untilEntryMs === null || untilEntryMs < 0)) return null;
  return (
    <span className="row-actions">
      {isPriced ? null : (
        <SignalActButton signal={signal} text={t("open.settle")} title={t("settle.title", { about })}>
          {(close) => <SettleForm signal={signal} onClose={close} />}
        </SignalActButton>
      )}
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

function VoidForm({ signal, onClose }: EndFormProps) {
  const { t } = useTranslation("admin");
  const [isLost] = useState(() => Date.now() >= Date.parse(signal.entry_at));
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
      {isLost ? <p className="callout callout--caution">{t("void.late")}</p> : null}
      <p>{t("void.text")}</p>
      <Form form={form} submitLabel={t("void.submit")} submitLook="danger" onCancel={onClose}>
        <ReasonField {...form.field("reason")} />
      </Form>
    </>
  );
}
