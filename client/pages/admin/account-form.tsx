/** Forms for staff to create an account and to change one. */
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { useTranslation } from "react-i18next";
import { Button } from "#client/ui/button.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { AccountChanges, AdminAccount, NewAccount } from "#shared/contracts/accounts.ts";
import { EndedSessions } from "#shared/contracts/profile.ts";
import { type Role, ROLES } from "#shared/contracts/session.ts";
import { OWN_PASSCODE_BLAMES, ownPasscode, OwnPasscodeField } from "./own-passcode.tsx";
import { useDone, useRefusalTexts } from "./staff-forms.tsx";
import { withoutInvisible } from "#shared/text/pasted-text.ts";

const accountsPath = "/api/admin/accounts/";

/** Maps refusals about passcodes to the field of an account's form. */
const PASSCODE_BLAMES = {
  staff_needs_passcode: "passcode",
  staff_passcode_too_short: "passcode",
  passcode_too_common: "passcode",
  not_by_id_alone: "id_alone",
  ...OWN_PASSCODE_BLAMES,
} as const;

export interface AccountFormProps {
  readonly account: AdminAccount;
  readonly onClose: () => void;
}

export function AccountForm({ account, onClose }: AccountFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const path = accountPath(account);
  const done = useDone(onClose);
  const form: FormHandle = useForm({
    schema: AccountChanges,
    // Sends only changed values, because everything sent is written to the audit log.
    body: (value) => ({
      ...(value("role") !== account.role && { role: value("role") }),
      ...((value("is_active") === "yes") !== account.is_active && {
        is_active: value("is_active") === "yes",
      }),
      ...(account.id_alone !== undefined &&
        (value("id_alone") === "yes") !== account.id_alone && { id_alone: value("id_alone") === "yes" }),
      ...(value("passcode") && { passcode: value("passcode") }),
      ...(value("passcode_state") === "removed" && { passcode: null }),
      ...ownPasscode(value),
    }),
    send: async (body) => (form.isDirty ? http.send("PATCH", path, body, AdminAccount) : account),
    fieldTexts: { passcode: t("problems.passcode"), role: t("problems.role") },
    refusalTexts: useRefusalTexts(),
    blames: PASSCODE_BLAMES,
    onSent: (saved) => (saved === account ? onClose() : done(t("accounts.saved"), accountsPath)),
  });
  return (
    <>
      <Form form={form} submitLabel={t("accounts.save")} onCancel={onClose}>
        <RoleField form={form} role={account.role} />
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
        {account.role === "staff" || account.id_alone === undefined ? null : (
          <IdAloneField form={form} isIdAlone={account.id_alone} />
        )}
        <SetPasscodeField form={form} which="newPasscode" />
        <OwnPasscodeField form={form} />
      </Form>
      <AccountActions account={account} onClose={onClose} />
    </>
  );
}

function AccountActions({ account, onClose }: AccountFormProps) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const done = useDone(onClose);
  const endSessions = useAction(async () => {
    const { ended } = await http.send(
      "POST",
      `${accountPath(account)}end-sessions/`,
      undefined,
      EndedSessions,
    );
    done(t("accounts.ended", { count: ended }), accountsPath);
  }, useRefusalTexts());
  return (
    <div className="actions dialog__more">
      <Button isBusy={endSessions.isBusy} onClick={endSessions.run}>
        {t("accounts.endSessions")}
      </Button>
    </div>
  );
}

function accountPath({ id }: AdminAccount): string {
  return `${accountsPath}${id}/`;
}

function RoleField({ form, role }: { readonly form: FormHandle; readonly role?: Role }) {
  const { t } = useTranslation("admin");
  return (
    <SelectField
      {...form.field("role")}
      label={t("fields.role")}
      defaultValue={role}
      options={ROLES.map((value) => ({ value, text: t(`roles.${value}`) }))}
    />
  );
}

interface SetPasscodeFieldProps {
  readonly form: FormHandle;
  readonly which: "newPasscode" | "firstPasscode";
}

/** Visible, because staff pass the passcode on. */
function SetPasscodeField({ form, which }: SetPasscodeFieldProps) {
  const { t } = useTranslation("admin");
  return (
    <TextField
      {...form.field("passcode")}
      label={t(`fields.${which}`)}
      hint={t(`fields.${which}Hint`)}
      autoComplete="off"
      spellCheck={false}
      maxLength={128}
      data-secret=""
    />
  );
}

/** Whether the account id alone is enough to read and follow in the account's name; only without a passcode. */
function IdAloneField({ form, isIdAlone }: { readonly form: FormHandle; readonly isIdAlone: boolean }) {
  const { t } = useTranslation("admin");
  return (
    <SelectField
      {...form.field("id_alone")}
      label={t("fields.idAlone")}
      hint={t("fields.idAloneHint")}
      defaultValue={isIdAlone ? "yes" : "no"}
      options={[
        { value: "no", text: t("accounts.notByIdAlone") },
        { value: "yes", text: t("accounts.byIdAlone") },
      ]}
    />
  );
}

export function NewAccountForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const { hasOwnBackend } = useRuntimeConfig();
  const { http } = useData();
  const done = useDone(onClose);
  const form = useForm({
    schema: NewAccount,
    body: (value) => ({
      pocketoption_id: withoutInvisible(value("pocketoption_id")),
      name: value("name"),
      role: value("role"),
      ...(value("passcode") && { passcode: value("passcode") }),
      ...(value("id_alone") === "yes" && { id_alone: true }),
      ...ownPasscode(value),
    }),
    send: (body) => http.send("POST", accountsPath, body, AdminAccount),
    fieldTexts: {
      pocketoption_id: t("problems.pocketoptionId"),
      name: t("problems.name"),
      passcode: t("problems.passcode"),
    },
    refusalTexts: useRefusalTexts(),
    blames: { ...PASSCODE_BLAMES, account_exists: "pocketoption_id" },
    onSent: ({ pocketoption_id: pocketoptionId, has_passcode, id_alone }) => {
      const text = has_passcode || id_alone !== false ? "accounts.added" : "accounts.addedForLink";
      done(t(text, { pocketoptionId }), accountsPath);
    },
  });
  return (
    <Form form={form} submitLabel={t("accounts.add")} onCancel={onClose}>
      <TextField
        {...form.field("pocketoption_id")}
        label={t("fields.pocketoptionId")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...form.field("name")} label={t("fields.optionalName")} autoComplete="off" />
      <RoleField form={form} />
      <SetPasscodeField form={form} which="firstPasscode" />
      {hasOwnBackend ? null : <IdAloneField form={form} isIdAlone={false} />}
      <OwnPasscodeField form={form} />
    </Form>
  );
}
