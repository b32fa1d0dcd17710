/** The passcode of the member of staff who sends a form: where somebody is given access or a secret is shown. */
import { useTranslation } from "react-i18next";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";

interface OwnPasscodeProps {
  readonly form: FormHandle;
  /** What it is needed for. */
  readonly hint: string;
}

export function OwnPasscodeField({ form, hint }: OwnPasscodeProps) {
  const { t } = useTranslation("admin");
  return (
    <PasscodeField
      {...form.field("current_passcode")}
      label={t("fields.currentPasscode")}
      hint={hint}
      autoComplete="current-password"
      maxLength={128}
    />
  );
}

/** The part of the request's body that a form with the field adds. */
export function ownPasscode(value: (name: string) => string) {
  const passcode = value("current_passcode");
  return passcode ? { current_passcode: passcode } : {};
}

export const OWN_PASSCODE_BLAMES = { wrong_passcode: "current_passcode" } as const;
