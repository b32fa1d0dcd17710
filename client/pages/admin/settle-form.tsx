/** Settles an open signal by hand, with the evidence for it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { shownZone } from "#client/ui/shown-zone.ts";
import { Time } from "#client/ui/time.tsx";
import { SettleRequest } from "#shared/contracts/staff-signals.ts";
import { SETTLEMENTS, type Signal, type SignalDetail } from "#shared/contracts/signals.ts";
import { EvidenceFields, evidenceOf, useEvidenceTexts } from "./evidence-fields.tsx";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import { OutcomeField, useSignalAct } from "./signal-act-form.tsx";

interface SettleFormProps {
  readonly signal: Signal;
  readonly onClose: () => void;
}

export function SettleForm({ signal, onClose }: SettleFormProps) {
  const { t } = useTranslation("admin");
  const expiresMs = Date.parse(signal.expires_at);
  // Only a warning, because the server's clock decides and this one may be slow. The text stays true once the expiry has
  // passed.
  const [isEarly] = useState(() => Date.now() < expiresMs);
  const zone = shownZone();
  const end = useSignalAct(signal, onClose);
  const evidenceTexts = useEvidenceTexts();
  const form = useForm<SignalDetail>({
    ...end,
    schema: SettleRequest,
    body: (value) => ({ outcome: value("outcome"), evidence: evidenceOf(value, "evidence", zone) }),
    send: (body) => end.sendTo("settle", body),
    fieldTexts: { outcome: t("problems.outcome"), ...evidenceTexts("evidence") },
  });
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time at={wholeMinute(expiresMs)} />
        </p>
      ) : null}
      <p>{t("settle.text")}</p>
      <Form form={form} submitLabel={t("settle.submit")} onCancel={onClose}>
        <OutcomeField {...form.field("outcome")} outcomes={SETTLEMENTS} />
        <EvidenceFields form={form} name="evidence" zone={zone} expiresMs={expiresMs} />
      </Form>
    </>
  );
}

/** Up to the minute that is shown: staff come no earlier than it can be settled. */
function wholeMinute(epochMs: number): number {
  return Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS;
}
