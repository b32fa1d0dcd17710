/** Forms that create a webhook, change it, give it a new secret or delete it. */
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import type { FormHandle } from "#client/features/form/use-form.ts";
import { Button } from "#client/ui/button.tsx";
import { FieldError } from "#client/ui/field.tsx";
import { SelectField } from "#client/ui/select-field.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WEBHOOK_EVENTS,
  WebhookChanges,
  type WebhookDelivery,
  WebhookSecret,
} from "#shared/contracts/webhooks.ts";
import { MAX_WEBHOOK_URL_CHARACTERS } from "#shared/limits/webhooks.ts";
import { listOf } from "./form-values.ts";
import { ConfirmForm, type SecretDialogProps, SecretForm } from "./staff-dialogs.tsx";
import { CODE, ownPasscode } from "./staff-fields.tsx";
import { focusWhenThere, useDone, useStaffForm } from "./staff-forms.ts";

export const webhooksPath = "/api/admin/webhooks/";
export const deliveriesPath = "/api/admin/webhook-deliveries/";

/** Names of events: the same as of the acts of staff that cause them. */
export const EVENT_TEXTS = {
  "signal.published": "audit.actions.signal_published",
  "signal.settled": "audit.actions.signal_settled",
  "signal.voided": "audit.actions.signal_voided",
  "signal.corrected": "audit.actions.signal_corrected",
  "webhook.test": "webhooks:log.test",
} as const satisfies Record<WebhookDelivery["type"], string>;

export function NewWebhookForm(dialog: SecretDialogProps) {
  const { t } = useTranslation("webhooks");
  return (
    <SecretForm
      {...dialog}
      {...useSecret()}
      schema={NewWebhook}
      body={(value) => ({ url: value("url"), ...chosen(value), ...ownPasscode(value) })}
      path={webhooksPath}
      fieldTexts={t("problems", { returnObjects: true })}
      submitLabel={t("add")}
    >
      {(field) => (
        <>
          <TextField
            {...field("url")}
            type="url"
            label={t("url")}
            hint={t("urlHint")}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_WEBHOOK_URL_CHARACTERS}
          />
          <ChosenFields field={field} />
        </>
      )}
    </SecretForm>
  );
}

interface WebhookProps {
  readonly webhook: Webhook;
}

export function ManageWebhook({ webhook, ...dialog }: WebhookProps & SecretDialogProps) {
  const { t } = useTranslation("webhooks");
  const [part, setPart] = useState<"change" | "rotate" | "delete">("change");
  const secret = useSecret();
  const path = `${webhooksPath}${webhook.id}/`;
  switch (part) {
    case "change":
      return (
        <>
          <ChangeForm webhook={webhook} onClose={dialog.onClose} />
          <div className="actions dialog__more">
            <Button onClick={() => setPart("rotate")}>{t("rotate")}</Button>
            <Button look="danger" onClick={() => setPart("delete")}>
              {t("delete")}
            </Button>
          </div>
        </>
      );
    case "rotate":
      return (
        <SecretForm
          {...dialog}
          {...secret}
          schema={SecretRotation}
          body={ownPasscode}
          path={`${path}rotate/`}
          label={t("rotateSubmit")}
          submitLabel={t("rotateSubmit")}
        >
          {() => <p ref={focusWhenThere}>{t("rotateText")}</p>}
        </SecretForm>
      );
    case "delete":
      return (
        <ConfirmForm
          method="DELETE"
          path={path}
          label={t("deleteSubmit")}
          submitLabel={t("deleteSubmit")}
          summary={t("deleted")}
          lists={[webhooksPath, deliveriesPath]}
          onClose={dialog.onClose}
        >
          <p ref={focusWhenThere}>{t("deleteText")}</p>
        </ConfirmForm>
      );
  }
}

/** What a form that makes a secret needs. */
function useSecret() {
  const { t } = useTranslation("webhooks");
  return {
    answer: WebhookSecret,
    list: webhooksPath,
    secret: ({ secret }: WebhookSecret) => ({
      warning: t("shownOnce"),
      label: t("secret"),
      text: secret,
    }),
  };
}

function ChangeForm({ webhook, onClose }: WebhookProps & { readonly onClose: () => void }) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const isOn = webhook.off === null;
  const done = useDone(onClose);
  const form = useStaffForm({
    schema: WebhookChanges,
    body: (value) => ({
      ...chosen(value),
      ...((value("is_on") === "yes") !== isOn && { is_on: value("is_on") === "yes" }),
    }),
    method: "PATCH",
    path: `${webhooksPath}${webhook.id}/`,
    answer: Webhook,
    fieldTexts: t("webhooks:problems", { returnObjects: true }),
    onSent: () => done(t("webhooks:saved"), webhooksPath, deliveriesPath),
    onClose,
  });
  return (
    <Form form={form} submitLabel={t("webhooks:save")} onCancel={onClose}>
      <ChosenFields field={form.field} webhook={webhook} />
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

/** What is sent to a webhook, which can be changed; `webhook` is omitted for a new one. */
function ChosenFields({ field, webhook }: Pick<FormHandle, "field"> & Partial<WebhookProps>) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { error } = field("events");
  const errorId = useId();
  return (
    <>
      <TextField
        {...field("description")}
        label={t("webhooks:description")}
        defaultValue={webhook?.description}
        autoComplete="off"
      />
      <fieldset className="field-group" aria-describedby={error ? errorId : undefined}>
        <legend>{t("webhooks:events")}</legend>
        <FieldError id={errorId} error={error} />
        {WEBHOOK_EVENTS.map((event, index) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              name={event}
              defaultChecked={webhook?.events.includes(event) ?? true}
              aria-invalid={error && index === 0 ? true : undefined}
            />
            {t(EVENT_TEXTS[event])}
          </label>
        ))}
      </fieldset>
      <TextField
        {...field("traders")}
        {...CODE}
        autoComplete="off"
        label={t("webhooks:traders")}
        hint={t("webhooks:tradersHint")}
        defaultValue={webhook?.traders.join(", ")}
      />
    </>
  );
}

/** The values of `ChosenFields` as the API takes them. */
function chosen(value: (name: string) => string) {
  return {
    description: value("description"),
    events: WEBHOOK_EVENTS.filter((event) => value(event) !== ""),
    traders: listOf(value("traders").toLowerCase()),
  };
}
