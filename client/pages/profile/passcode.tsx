/** Sets or changes the passcode. That ends the member's other sessions. */
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import { useSession } from "#client/features/session/session-context.tsx";
import { useTranslation } from "react-i18next";
import { useRefresh } from "#client/data/use-refresh.ts";
import { PasscodeField } from "#client/ui/passcode-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { PasscodeChange } from "#shared/contracts/profile.ts";
import { User } from "#shared/contracts/session.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { actsKey } from "./acts.tsx";
import { Confirmation, useConfirmation, useConfirmationTexts } from "./confirmation.tsx";
import { sessionsKey } from "./sessions.tsx";

const passcodePath = "/api/auth/me/passcode/";

export function PasscodeForm({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { http } = useData();
  const done = useDone();
  const { bodyOf, confirm } = useConfirmation(user);
  const texts = useTexts();
  const form = useForm({
    ...texts,
    schema: PasscodeChange,
    body: (value) => ({
      passcode: value("passcode"),
      ...bodyOf(value),
    }),
    async send(body) {
      await confirm();
      return http.send("POST", passcodePath, body, User);
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
        maxLength={BOUNDS.passcode.max}
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
  const { session } = useSession();
  const refresh = useRefresh();
  return (user, summary) => {
    session.userChanged(user);
    refresh(sessionsKey, actsKey);
    toasts.add({ severity: "success", summary, life: 6000 });
  };
}
