/** What staff change about an account. */
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/form/form.tsx";
import { useAction } from "#client/form/use-action.ts";
import { type FormHandle, useForm } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { Button } from "#client/ui/button.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { AccountChanges, AdminAccount } from "#shared/contracts/admin.ts";
import { EndedSessions } from "#shared/contracts/profile.ts";
import { ROLES } from "#shared/contracts/session.ts";
import { OwnPasscodeField, PASSCODE_BLAMES } from "./own-passcode-field.tsx";
import { useRefusalTexts } from "./refusal-texts.ts";
import { useRefresh } from "./use-refresh.ts";

export interface AccountFormProps {
  readonly account: AdminAccount;
  readonly onClose: () => void;
}

export function AccountForm({ account, onClose }: AccountFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const { path, refusalTexts, done } = useAccount({ account, onClose });
  const form: FormHandle = useForm<AdminAccount>({
    schema: AccountChanges,
    // Only what is another than before: everything sent stands in the audit log.
    body: (value) => ({
      ...(value("role") !== account.role && { role: value("role") }),
      ...((value("is_active") === "yes") !== account.is_active && {
        is_active: value("is_active") === "yes",
      }),
      ...(value("passcode") && { passcode: value("passcode") }),
      ...(value("passcode_state") === "removed" && { passcode: null }),
      ...(value("current_passcode") && { current_passcode: value("current_passcode") }),
    }),
    send: async (body) => (form.isDirty ? http.send("PATCH", path, body, AdminAccount) : account),
    fieldTexts: { passcode: t("problems.passcode"), role: t("problems.role") },
    refusalTexts,
    blames: PASSCODE_BLAMES,
    onSent: (saved) => (saved === account ? onClose() : done(t("accounts.saved"))),
  });
  return (
    <>
      <Form form={form} submitLabel={t("accounts.save")} onCancel={onClose}>
        <SelectField
          {...form.field("role")}
          label={t("fields.role")}
          defaultValue={account.role}
          options={ROLES.map((value) => ({ value, text: t(`roles.${value}`) }))}
        />
        <SelectField
          {...form.field("is_active")}
          label={t("fields.state")}
          defaultValue={account.is_active ? "yes" : "no"}
          options={[
            { value: "yes", text: t("accounts.active") },
            { value: "no", text: t("accounts.inactive") },
          ]}
        />
        {account.has_passcode && account.role !== "staff" ? (
          <SelectField
            {...form.field("passcode_state")}
            label={t("fields.passcode")}
            options={[
              { value: "set", text: t("accounts.hasPasscode") },
              { value: "removed", text: t("accounts.removePasscode") },
            ]}
          />
        ) : null}
        <TextField
          {...form.field("passcode")}
          label={t("fields.newPasscode")}
          hint={t("fields.newPasscodeHint")}
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
        />
        <OwnPasscodeField form={form} />
      </Form>
      <AccountActions account={account} onClose={onClose} />
    </>
  );
}

function AccountActions({ account, onClose }: AccountFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const { path, refusalTexts, done } = useAccount({ account, onClose });
  const endSessions = useAction(async () => {
    const { ended } = await http.send("POST", `${path}end-sessions/`, undefined, EndedSessions);
    done(t("accounts.ended", { count: ended }));
  }, refusalTexts);
  return (
    <div className="actions dialog__more">
      <Button isBusy={endSessions.isBusy} onClick={endSessions.run}>
        {t("accounts.endSessions")}
      </Button>
    </div>
  );
}

function useAccount({ account, onClose }: AccountFormProps) {
  const refresh = useRefresh();
  return {
    path: `/api/admin/accounts/${account.id}/`,
    refusalTexts: useRefusalTexts(),
    done: (summary: string) => {
      onClose();
      refresh("/api/admin/accounts/");
      toasts.add({ severity: "success", summary, life: 6000 });
    },
  };
}
