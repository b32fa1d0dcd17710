/** Changes a webhook, gives it a new secret, or deletes it. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import { Form } from "#client/features/form/form.tsx";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { SecretRotation, Webhook, WebhookChanges, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { ConfirmForm } from "./confirm-form.tsx";
import { OWN_PASSCODE_BLAMES, ownPasscode, OwnPasscodeField } from "./own-passcode.tsx";
import { focusWhenThere, useDone } from "./staff-forms.tsx";
import {
  chosen,
  ChosenFields,
  deliveriesPath,
  type SecretProps,
  useFieldTexts,
  ShownSecret,
  useShownSecret,
  useWebhookRefusals,
  webhooksPath,
} from "./webhook-forms.tsx";

interface ManagedProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function ManageWebhook({ webhook, onClose, onShown }: ManagedProps & SecretProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const [part, setPart] = useState<"change" | "rotate" | "delete">("change");
  if (part === "rotate") return <RotateSecret webhook={webhook} onClose={onClose} onShown={onShown} />;
  if (part === "delete") {
    return (
      <ConfirmForm
        method="DELETE"
        path={`${webhooksPath}${webhook.id}/`}
        label={t("webhooks:deleteSubmit")}
        submitLabel={t("webhooks:deleteSubmit")}
        summary={t("webhooks:deleted")}
        lists={[webhooksPath, deliveriesPath]}
        onClose={onClose}
      >
        <p ref={focusWhenThere}>{t("webhooks:deleteText")}</p>
      </ConfirmForm>
    );
  }
  return (
    <>
      <ChangeForm webhook={webhook} onClose={onClose} />
      <div className="actions dialog__more">
        <Button onClick={() => setPart("rotate")}>{t("webhooks:rotate")}</Button>
        <Button look="danger" onClick={() => setPart("delete")}>
          {t("webhooks:delete")}
        </Button>
      </div>
    </>
  );
}

function ChangeForm({ webhook, onClose }: ManagedProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { http } = useData();
  const done = useDone(onClose);
  const isOn = webhook.off === null;
  const form: FormHandle = useForm({
    schema: WebhookChanges,
    body: (value) => ({
      ...chosen(value),
      ...((value("is_on") === "yes") !== isOn && { is_on: value("is_on") === "yes" }),
    }),
    send: async (body) =>
      form.isDirty ? http.send("PATCH", `${webhooksPath}${webhook.id}/`, body, Webhook) : webhook,
    fieldTexts: useFieldTexts(),
    refusalTexts: useWebhookRefusals(),
    onSent: (saved) =>
      saved === webhook ? onClose() : done(t("webhooks:saved"), webhooksPath, deliveriesPath),
  });
  return (
    <Form form={form} submitLabel={t("webhooks:save")} onCancel={onClose}>
      <ChosenFields form={form} webhook={webhook} />
      <SelectField
        {...form.field("is_on")}
        label={t("fields.state")}
        hint={t("webhooks:stateHint")}
        defaultValue={isOn ? "yes" : "no"}
        options={[
          { value: "yes", text: t("webhooks:on") },
          { value: "no", text: t("webhooks:off") },
        ]}
      />
    </Form>
  );
}

function RotateSecret({ webhook, onClose, onShown }: ManagedProps & SecretProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { http } = useData();
  const { secret, show } = useShownSecret(onShown);
  const form = useForm({
    schema: SecretRotation,
    body: ownPasscode,
    send: (body) => http.send("POST", `${webhooksPath}${webhook.id}/rotate/`, body, WebhookSecret),
    refusalTexts: useWebhookRefusals(),
    blames: OWN_PASSCODE_BLAMES,
    onSent: show,
  });
  if (secret !== null) return <ShownSecret secret={secret} onClose={onClose} />;
  return (
    <Form
      form={form}
      label={t("webhooks:rotateSubmit")}
      submitLabel={t("webhooks:rotateSubmit")}
      onCancel={onClose}
    >
      <p ref={focusWhenThere}>{t("webhooks:rotateText")}</p>
      <OwnPasscodeField form={form} />
    </Form>
  );
}
