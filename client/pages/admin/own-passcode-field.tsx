import type { FormHandle } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { TextField } from "#client/ui/text-field.tsx";

/** Which field of an account's form a refusal about passcodes is about. */
export const PASSCODE_BLAMES = {
  staff_needs_passcode: "passcode",
  staff_passcode_too_short: "passcode",
  passcode_too_common: "passcode",
  wrong_passcode: "current_passcode",
} as const;

/** Asks staff for their own passcode, as `current_passcode`, where a change gives somebody a way in. */
export function OwnPasscodeField({ form }: { readonly form: FormHandle }) {
  const { t } = useTranslation("admin");
  return (
    <TextField
      {...form.field("current_passcode")}
      type="password"
      label={t("fields.currentPasscode")}
      hint={t("fields.currentPasscodeHint")}
      autoComplete="current-password"
      maxLength={128}
    />
  );
}
