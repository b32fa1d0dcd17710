/** Sets or changes the passcode. That ends the member's other sessions. */
import { useSWRConfig } from "swr";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { PasscodeChange } from "#shared/contracts/profile.ts";
import type { User } from "#shared/contracts/session.ts";
import { actsKey } from "./acts.tsx";
import { Confirmation, useConfirmation, useConfirmationTexts } from "./confirmation.tsx";
import { sessionsKey } from "./sessions.tsx";
import { useSaveUser } from "./use-save-user.ts";

const passcodePath = "/api/auth/me/passcode/";

export function PasscodeForm({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { send } = useSaveUser();
  const done = useDone();
  const { bodyOf, confirm } = useConfirmation(user);
  const texts = useTexts();
  const form = useForm<User>({
    ...texts,
    schema: PasscodeChange,
    body: (value) => ({
      passcode: value("passcode"),
      ...bodyOf(value),
    }),
    async send(body) {
      await confirm();
      return send("POST", passcodePath, body);
    },
    isResetOnceSent: true,
    onSent: (changed) => done(changed, t("passcode.saved")),
  });
  return (
    <Form form={form} submitLabel={t(user.has_passcode ? "passcode.change" : "passcode.set")}>
      <Confirmation form={form} user={user} />
      <PasscodeField
        {...form.field("passcode")}
        label={t("passcode.new")}
        hint={t(user.role === "staff" ? "passcode.staffHint" : "passcode.hint")}
        autoComplete="new-password"
        maxLength={128}
      />
    </Form>
  );
}

function useTexts() {
  const { t } = useTranslation("profile");
  const { fieldTexts, refusalTexts, blames } = useConfirmationTexts();
  return {
    fieldTexts: { ...fieldTexts, passcode: t("passcode.problem") },
    refusalTexts: {
      ...refusalTexts,
      staff_passcode_too_short: t("passcode.tooShortForStaff"),
      passcode_too_common: t("passcode.tooCommon"),
    },
    blames: { ...blames, staff_passcode_too_short: "passcode", passcode_too_common: "passcode" },
  };
}

function useDone(): (user: User, summary: string) => void {
  const { accept } = useSaveUser();
  const { mutate } = useSWRConfig();
  return (user, summary) => {
    accept(user);
    void mutate(sessionsKey);
    void mutate(actsKey);
    toasts.add({ severity: "success", summary, life: 6000 });
  };
}
