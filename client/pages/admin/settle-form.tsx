/** Settles an open signal: with evidence where prices decide it, and with or without where they do not. */
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { useFormats } from "#client/features/ledger/formats.ts";
import { PriceWait } from "#client/features/ledger/price-wait.tsx";
import { shownZone } from "#client/ui/shown-zone.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { SettleRequest } from "#shared/contracts/admin.ts";
import { SETTLEMENTS, type Signal, type SignalDetail } from "#shared/contracts/signals.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { instantOf, whichField } from "./form-values.ts";
import { LocalTimeField } from "./local-time-field.tsx";
import { OutcomeField, useSignalAct } from "./signal-act.tsx";

interface SettleFormProps {
  readonly signal: Signal;
  readonly onClose: () => void;
}

export function SettleForm({ signal, onClose }: SettleFormProps) {
  const { t } = useTranslation("admin");
  const { locale } = useFormats();
  const { price_rule: rule, price_wait: wait } = signal;
  const expiresMs = Date.parse(signal.expires_at);
  // Said and left to the server, whose clock decides: this one may be late. What is said stays true as the expiry passes.
  const [isEarly] = useState(() => Date.now() < expiresMs);
  const zone = shownZone();
  const end = useSignalAct(signal, onClose);
  const form = useForm<SignalDetail>({
    ...end,
    schema: SettleRequest,
    body: (value) => ({
      outcome: value("outcome"),
      ...((rule || hasEvidence(value)) && { evidence: evidenceOf(value, zone) }),
    }),
    send: (body) => end.sendTo("settle", body),
    fieldTexts: {
      outcome: t("problems.outcome"),
      evidence: t("problems.evidence"),
      "evidence.price": t("problems.price"),
      "evidence.at": t("problems.evidenceAt"),
      "evidence.where": t("problems.evidenceWhere"),
      "evidence.note": t("problems.evidenceNote"),
    },
  });
  const evidence = <EvidenceFields form={form} zone={zone} expiresMs={expiresMs} />;
  return (
    <>
      {isEarly ? (
        <p className="callout callout--caution">
          {t("settle.early")} <Time epochMs={expiresMs} locale={locale} precision="second" />
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

interface DisclosedProps {
  readonly form: FormHandle;
  readonly children: ReactNode;
}

/** Opens where something within is wrong. */
function Disclosed({ form, children }: DisclosedProps) {
  const { t } = useTranslation("admin");
  const [isOpen, setIsOpen] = useState(false);
  const isWrong = FIELDS.some((name) => form.field(`evidence.${name}`).error !== undefined);
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{t("settle.addEvidence")}</summary>
      {children}
    </details>
  );
}

interface EvidenceFieldsProps {
  readonly form: FormHandle;
  /** IANA name. */
  readonly zone: string;
  readonly expiresMs: number;
}

function EvidenceFields({ form, zone, expiresMs }: EvidenceFieldsProps) {
  const { t } = useTranslation("admin");
  return (
    <fieldset className="field-group">
      <legend>{t("settle.evidence")}</legend>
      <TextField
        {...form.field("evidence.price")}
        label={t("fields.evidencePrice")}
        hint={t("fields.priceHint")}
        autoComplete="off"
      />
      <LocalTimeField
        {...form.field("evidence.at")}
        label={t("fields.evidenceAt")}
        zone={zone}
        defaultMs={expiresMs}
      />
      <TextField
        {...form.field("evidence.where")}
        label={t("fields.evidenceWhere")}
        hint={t("fields.evidenceWhereHint")}
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        {...form.field("evidence.note")}
        label={t("fields.evidenceNote")}
        hint={t("fields.evidenceNoteHint")}
        autoComplete="off"
        maxLength={200}
      />
    </fieldset>
  );
}

const FIELDS = ["price", "at", "where", "note"] as const;

type ValueOf = (name: string) => string;

/** Whether anything was typed; a time stands there from the beginning. */
function hasEvidence(value: ValueOf): boolean {
  return ["price", "where", "note"].some((name) => withoutInvisible(value(`evidence.${name}`)) !== "");
}

/** What was typed, as the API takes it. */
function evidenceOf(value: ValueOf, zone: string) {
  const note = value("evidence.note");
  return {
    price: withoutInvisible(value("evidence.price")),
    at: instantOf(value("evidence.at"), zone, value(whichField("evidence.at"))),
    where: value("evidence.where"),
    ...(withoutInvisible(note) !== "" && { note }),
  };
}
