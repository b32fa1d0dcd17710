/** The passcode of the member of staff who sends a form: for acts that a stolen session must not be able to do. */
import { useTranslation } from "react-i18next";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";

export function OwnPasscodeField({ form }: { readonly form: FormHandle }) {
  const { t } = useTranslation("admin");
  return (
    <PasscodeField
      {...form.field("current_passcode")}
      label={t("fields.currentPasscode")}
      hint={t("fields.currentPasscodeHint")}
      autoComplete="current-password"
      maxLength={128}
    />
  );
}

/** The part of the request's body that a form with the field adds. */
export function ownPasscode(value: (name: string) => string) {
  const passcode = value("current_passcode");
  return passcode.trim() ? { current_passcode: passcode } : {};
}

export const OWN_PASSCODE_BLAMES = {
  passcode_missing: "current_passcode",
  wrong_passcode: "current_passcode",
} as const;
