import { useTranslation } from "#client/i18n/translation.tsx";
import { TextField, type TextFieldProps } from "#client/ui/text-field.tsx";

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
