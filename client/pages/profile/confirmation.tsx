/**
 * Confirms actions that a stolen session must not be able to do: by the passcode, in a field of the form; without one, by a
 * passkey.
 */
import { useTranslation } from "react-i18next";
import * as v from "valibot";
import { useData } from "#client/data/data-provider.tsx";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { loadCeremonies } from "#client/features/session/passkey-support.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { PasskeyRequestOptions } from "#shared/contracts/passkeys.ts";
import type { User } from "#shared/contracts/session.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";

const path = "/api/profile/passkeys/confirmation/";

/** False for members with neither, as an operator's own backend may have; they are not asked to confirm. */
export function mustConfirm({ has_passcode: hasPasscode, has_passkey: hasPasskey }: User): boolean {
  return hasPasscode || hasPasskey;
}

interface ConfirmationProps {
  readonly form: FormHandle;
  readonly user: User;
}

export function Confirmation({ form, user }: ConfirmationProps) {
  const { t } = useTranslation("profile");
  return (
    <>
      {/* For password managers, which store a passcode under its username. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={user.pocketoption_id}
        hidden
        readOnly
      />
      {user.has_passcode ? (
        <PasscodeField
          {...form.field("current_passcode")}
          label={t("passcode.current")}
          autoComplete="current-password"
          maxLength={BOUNDS.passcode.max}
        />
      ) : null}
      {isByPasskey(user) ? <p className="field__hint">{t("passkeys.confirms")}</p> : null}
    </>
  );
}

export function useConfirmation(user: User) {
  const { http } = useData();
  return {
    /** The part of the request body that a form with `Confirmation` adds. */
    bodyOf: (value: (name: string) => string) =>
      user.has_passcode ? { current_passcode: value("current_passcode") } : {},
    /** Must be awaited before the act. Rejects as `Http` does, and with PasskeyDeclined. */
    confirm: async (): Promise<void> => {
      if (!isByPasskey(user)) return;
      const options = await http.send("POST", `${path}options/`, undefined, PasskeyRequestOptions);
      const { answerByPasskey } = await loadCeremonies();
      const credential = await answerByPasskey(options, { isAutofill: false });
      await http.send("POST", path, { credential }, v.undefined());
    },
  };
}

/** Texts for the errors of a confirmation. */
export function useConfirmationTexts() {
  const { t } = useTranslation("profile");
  return {
    fieldTexts: { current_passcode: t("passcode.missing") },
    refusalTexts: {
      passcode_missing: t("passkeys.notConfirmed"),
      wrong_passcode: t("passcode.wrong"),
      passkey_declined: t("passkeys.notConfirmed"),
      passkey_not_valid: t("passkeys.notValid"),
    },
    blames: { wrong_passcode: "current_passcode" },
  };
}

function isByPasskey(user: User): boolean {
  return !user.has_passcode && user.has_passkey;
}
