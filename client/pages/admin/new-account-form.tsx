/** Enrolment is closed: this is how a member comes to be. */
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/form/form.tsx";
import { useForm } from "#client/form/use-form.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { AdminAccount, NewAccount } from "#shared/contracts/admin.ts";
import { ROLES } from "#shared/contracts/session.ts";
import { withoutInvisible } from "#shared/pasted-text.ts";
import { OwnPasscodeField, PASSCODE_BLAMES } from "./own-passcode-field.tsx";
import { useRefusalTexts } from "./refusal-texts.ts";
import { useRefresh } from "./use-refresh.ts";

export function NewAccountForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("admin");
  const { http } = useData();
  const refresh = useRefresh();
  const refusalTexts = useRefusalTexts();
  const form = useForm<AdminAccount>({
    schema: NewAccount,
    body: (value) => ({
      pocketoption_id: withoutInvisible(value("pocketoption_id")),
      name: value("name"),
      role: value("role"),
      ...(value("passcode") && { passcode: value("passcode") }),
      ...(value("current_passcode") && { current_passcode: value("current_passcode") }),
    }),
    send: (body) => http.send("POST", "/api/admin/accounts/", body, AdminAccount),
    fieldTexts: {
      pocketoption_id: t("problems.accountId"),
      name: t("problems.name"),
      passcode: t("problems.passcode"),
    },
    refusalTexts,
    blames: { ...PASSCODE_BLAMES, account_exists: "pocketoption_id" },
    onSent({ pocketoption_id: id }) {
      onClose();
      refresh("/api/admin/accounts/");
      toasts.add({ severity: "success", summary: t("accounts.added", { id }), life: 6000 });
    },
  });
  return (
    <Form form={form} submitLabel={t("accounts.add")} onCancel={onClose}>
      <TextField
        {...form.field("pocketoption_id")}
        label={t("fields.accountId")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...form.field("name")} label={t("fields.optionalName")} autoComplete="off" />
      <SelectField
        {...form.field("role")}
        label={t("fields.role")}
        options={ROLES.map((value) => ({ value, text: t(`roles.${value}`) }))}
      />
      <TextField
        {...form.field("passcode")}
        label={t("fields.firstPasscode")}
        hint={t("fields.firstPasscodeHint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
      />
      <OwnPasscodeField form={form} />
    </Form>
  );
}
