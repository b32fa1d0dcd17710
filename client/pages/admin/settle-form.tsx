/** Settles an open signal: with required evidence if prices decide it, with optional evidence if they do not. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { PriceWait } from "#client/features/ledger/price-wait.tsx";
import { shownZone } from "#client/ui/shown-zone.ts";
import { Time } from "#client/ui/time.tsx";
import { SettleRequest } from "#shared/contracts/staff-signals.ts";
import { SETTLEMENTS, type Signal, type SignalDetail } from "#shared/contracts/signals.ts";
import {
  EVIDENCE_FIELDS,
  EvidenceFields,
  evidenceOf,
  hasEvidence,
  useEvidenceTexts,
} from "./evidence-fields.tsx";
import { MINUTE_MS } from "#shared/time-units.ts";
import { OutcomeField, useSignalAct } from "./signal-act-form.tsx";

interface SettleFormProps {
  readonly signal: Signal;
  readonly onClose: () => void;
}

export function SettleForm({ signal, onClose }: SettleFormProps) {
  const { t } = useTranslation("admin");
  const { price_rule: rule, price_wait: wait } = signal;
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
    body: (value) => ({
      outcome: value("outcome"),
      ...((rule || hasEvidence(value)) && { evidence: evidenceOf(value, "evidence", zone) }),
    }),
    send: (body) => end.sendTo("settle", body),
    fieldTexts: { outcome: t("problems.outcome"), ...evidenceTexts("evidence") },
  });
  const evidence = <EvidenceFields form={form} name="evidence" zone={zone} expiresMs={expiresMs} />;
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time at={wholeMinute(expiresMs)} />
        </p>
      ) : null}
      {wait ? (
        <div className="callout">
          <PriceWait wait={wait} />
        </div>
      ) : null}
      <p>{t(rule ? "settle.textByPrices" : "settle.text")}</p>
      <Form form={form} submitLabel={t("settle.submit")} onCancel={onClose}>
        {end.standing}
        <OutcomeField {...form.field("outcome")} outcomes={SETTLEMENTS} />
        {rule ? evidence : <Disclosed form={form}>{evidence}</Disclosed>}
      </Form>
    </>
  );
}

/** Up to the minute that is shown: staff come no earlier than it can be settled. */
function wholeMinute(epochMs: number): number {
  return Math.ceil(epochMs / MINUTE_MS) * MINUTE_MS;
}

interface DisclosedProps {
  readonly form: FormHandle;
  readonly children: ReactNode;
}

/** Opens if a field inside has an error. */
function Disclosed({ form, children }: DisclosedProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = EVIDENCE_FIELDS.some((name) => form.field(`evidence.${name}`).error !== undefined);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t("settle.addEvidence")}</summary>
      {children}
    </details>
  );
}
