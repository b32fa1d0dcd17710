/** Sets or changes the passcode, which ends the member's other sessions; and the field that asks for it elsewhere. */
import { useSWRConfig } from "swr";
import { Form } from "#client/features/form/form.tsx";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { PasscodeChange } from "#shared/contracts/profile.ts";
import type { User } from "#shared/contracts/session.ts";
import { actsKey } from "./acts.tsx";
import { sessionsKey } from "./sessions.tsx";
import { useSaveUser } from "./use-save-user.ts";

export const passcodePath = "/api/auth/me/passcode/";

export function PasscodeForm({ user }: { readonly user: User }) {
  const { t } = useTranslation("profile");
  const { send } = useSaveUser();
  const done = useDone();
  const texts = useTexts();
  const form = useForm<User>({
    ...texts,
    schema: PasscodeChange,
    body: (value) => ({
      passcode: value("passcode"),
      ...(user.has_passcode && { current_passcode: value("current_passcode") }),
    }),
    send: (body) => send("POST", passcodePath, body),
    isResetOnceSent: true,
    onSent: (changed) => done(changed, t("passcode.saved")),
  });
  return (
    <Form form={form} submitLabel={t(user.has_passcode ? "passcode.change" : "passcode.set")}>
      <CurrentPasscode form={form} user={user} />
      <TextField
        {...form.field("passcode")}
        type="password"
        label={t("passcode.new")}
        hint={t(user.role === "staff" ? "passcode.staffHint" : "passcode.hint")}
        autoComplete="new-password"
        maxLength={128}
      />
    </Form>
  );
}

/** Asks for the passcode once more, where there is one: `current_passcode` of a form. */
export function CurrentPasscode({ form, user }: { readonly form: FormHandle; readonly user: User }) {
  const { t } = useTranslation("profile");
  return (
    <>
      {/* For password managers, which keep a passcode by the name it belongs to. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={user.pocketoption_id}
        hidden
        readOnly
      />
      {user.has_passcode ? (
        <TextField
          {...form.field("current_passcode")}
          type="password"
          label={t("passcode.current")}
          autoComplete="current-password"
        />
      ) : null}
    </>
  );
}

/** What can be wrong with it. */
export function useCurrentPasscodeTexts() {
  const { t } = useTranslation("profile");
  return {
    fieldTexts: { current_passcode: t("passcode.missing") },
    refusalTexts: { wrong_passcode: t("passcode.wrong") },
    blames: { wrong_passcode: "current_passcode" },
  };
}

function useTexts() {
  const { t } = useTranslation("profile");
  const { fieldTexts, refusalTexts, blames } = useCurrentPasscodeTexts();
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
