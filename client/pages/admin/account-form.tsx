/** Forms for staff to create an account and to change one. */
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { AccountChanges, AdminAccount, NewAccount } from "#shared/contracts/accounts.ts";
import { EndedSessions } from "#shared/contracts/profile.ts";
import { ROLES } from "#shared/contracts/session.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { withoutInvisible } from "#shared/text/pasted-text.ts";
import { CODE, OwnPasscodeField, ownPasscode, StaffField } from "./staff-fields.tsx";
import { useDone, useRefusalTexts, useStaffForm } from "./staff-forms.ts";

const accountsPath = "/api/admin/accounts/";

export function NewAccountForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const done = useDone(onClose);
  const form = useStaffForm({
    schema: NewAccount,
    body: (value) => ({
      pocketoption_id: withoutInvisible(value("pocketoption_id")),
      name: value("name"),
      role: value("role"),
      ...(value("passcode") && { passcode: value("passcode") }),
      ...(value("id_alone") === "yes" && { id_alone: true }),
      ...ownPasscode(value),
    }),
    path: accountsPath,
    answer: AdminAccount,
    onSent({ pocketoption_id: pocketoptionId, has_passcode, id_alone }) {
      const canSignIn = has_passcode || id_alone !== false;
      done(t(canSignIn ? "accounts.added" : "accounts.addedForLink", { pocketoptionId }), accountsPath);
    },
    onClose,
  });
  return (
    <Form form={form} submitLabel={t("accounts.add")} onCancel={onClose}>
      <AccountFields {...form} />
    </Form>
  );
}

export function AccountForm({
  account,
  onClose,
}: {
  readonly account: AdminAccount;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const path = `${accountsPath}${account.id}/`;
  const done = useDone(onClose);
  const form = useStaffForm({
    schema: AccountChanges,
    // Sends only changed values, because everything sent is written to the audit log.
    body: (value) => ({
      ...(value("role") !== account.role && { role: value("role") }),
      ...((value("is_active") === "yes") !== account.is_active && {
        is_active: value("is_active") === "yes",
      }),
      ...(account.id_alone !== undefined &&
        (value("id_alone") === "yes") !== account.id_alone && { id_alone: value("id_alone") === "yes" }),
      ...(value("passcode_state") === "removed" && { passcode: null }),
      // A typed one wins, because it would otherwise be lost without a word.
      ...(value("passcode") && { passcode: value("passcode") }),
      ...ownPasscode(value),
    }),
    method: "PATCH",
    path,
    answer: AdminAccount,
    onSent: () => done(t("accounts.saved"), accountsPath),
    onClose,
  });
  const endSessions = useAction(async () => {
    const { ended } = await http.send("POST", `${path}end-sessions/`, undefined, EndedSessions);
    done(t("accounts.ended", { count: ended }), accountsPath);
  }, useRefusalTexts());
  return (
    <>
      <Form form={form} submitLabel={t("accounts.save")} onCancel={onClose}>
        <AccountFields {...form} account={account} />
      </Form>
      <div className="actions dialog__more">
        <Button isBusy={endSessions.isBusy} onClick={endSessions.run}>
          {t("accounts.endSessions")}
        </Button>
      </div>
    </>
  );
}

/** Of a new account, or of one to be changed. */
function AccountFields({ field, account }: Pick<FormHandle, "field"> & { readonly account?: AdminAccount }) {
  const { t } = useTranslation("admin");
  const { hasOwnBackend } = useRuntimeConfig();
  const isIdAlone = account ? account.id_alone : hasOwnBackend ? undefined : false;
  return (
    <>
      {account ? null : (
        <>
          <StaffField {...field("pocketoption_id")} {...CODE} text="pocketoptionId" />
          <StaffField {...field("name")} text="optionalName" />
        </>
      )}
      <SelectField
        {...field("role")}
        label={t("fields.role")}
        defaultValue={account?.role}
        options={ROLES.map((value) => ({ value, text: t(`roles.${value}`) }))}
      />
      {account && (
        <SelectField
          {...field("is_active")}
          label={t("fields.state")}
          defaultValue={account.is_active ? "yes" : "no"}
          options={[
            { value: "yes", text: t("accounts.active") },
            { value: "no", text: t("accounts.inactive") },
          ]}
        />
      )}
      {account?.has_passcode && account.role !== "staff" ? (
        <SelectField
          {...field("passcode_state")}
          label={t("fields.passcode")}
          options={[
            { value: "set", text: t("accounts.hasPasscode") },
            { value: "removed", text: t("accounts.removePasscode") },
          ]}
        />
      ) : null}
      {/* Whether the account id alone is enough to read and follow in the account's name; only without a passcode. */}
      {account?.role === "staff" || isIdAlone === undefined ? null : (
        <SelectField
          {...field("id_alone")}
          label={t("fields.idAlone")}
          hint={t("fields.idAloneHint")}
          defaultValue={isIdAlone ? "yes" : "no"}
          options={[
            { value: "no", text: t("accounts.notByIdAlone") },
            { value: "yes", text: t("accounts.byIdAlone") },
          ]}
        />
      )}
      {/* Visible, because staff pass the passcode on. */}
      <StaffField
        {...field("passcode")}
        text={account ? "newPasscode" : "firstPasscode"}
        spellCheck={false}
        maxLength={BOUNDS.passcode.max}
        data-secret=""
      />
      <OwnPasscodeField field={field} />
    </>
  );
}
