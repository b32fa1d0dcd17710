/** Fields for the evidence that staff have of the price at expiry. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { TextField } from "#client/ui/text-field.tsx";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { instantOf, whichField } from "./form-values.ts";
import { LocalTimeField } from "./local-time-field.tsx";

interface EvidenceFieldsProps {
  readonly form: FormHandle;
  /** Prefix of the fields' names, before a dot. */
  readonly name: string;
  /** Names the signals; by default the legend says only that this is evidence. */
  readonly legend?: ReactNode;
  /** IANA name. */
  readonly zone: string;
  readonly expiresMs: number;
}

export function EvidenceFields({ form, name, legend, zone, expiresMs }: EvidenceFieldsProps) {
  const { t } = useTranslation("admin");
  return (
    <fieldset className="field-group">
      <legend>{legend ?? t("settle.evidence")}</legend>
      <TextField
        {...form.field(`${name}.price`)}
        label={t("fields.evidencePrice")}
        hint={t("fields.priceHint")}
        autoComplete="off"
      />
      <LocalTimeField
        {...form.field(`${name}.at`)}
        label={t("fields.evidenceAt")}
        zone={zone}
        defaultMs={expiresMs}
      />
      <TextField
        {...form.field(`${name}.where`)}
        label={t("fields.evidenceWhere")}
        hint={t("fields.evidenceWhereHint")}
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        {...form.field(`${name}.note`)}
        label={t("fields.evidenceNote")}
        hint={t("fields.evidenceNoteHint")}
        autoComplete="off"
        maxLength={200}
      />
    </fieldset>
  );
}

/** What to enter, by field name. */
export function useEvidenceTexts(): (name: string) => Readonly<Record<string, string>> {
  const { t } = useTranslation("admin");
  return (name) => ({
    [name]: t("problems.evidence"),
    [`${name}.price`]: t("problems.price"),
    [`${name}.at`]: t("problems.evidenceAt"),
    [`${name}.where`]: t("problems.evidenceWhere"),
    [`${name}.note`]: t("problems.evidenceNote"),
  });
}

type ValueOf = (name: string) => string;

/** The evidence as the API takes it. */
export function evidenceOf(value: ValueOf, name: string, zone: string) {
  const note = value(`${name}.note`);
  return {
    price: withoutInvisible(value(`${name}.price`)),
    at: instantOf(value(`${name}.at`), zone, value(whichField(`${name}.at`))),
    where: value(`${name}.where`),
    ...(withoutInvisible(note) !== "" && { note }),
  };
}
