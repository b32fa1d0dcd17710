/** Forms for a webhook, and its secret, which is shown once. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "#client/data/data-provider.tsx";
import type { RefusalTexts } from "#client/features/form/failure.ts";
import { Form } from "#client/features/form/form.tsx";
import { type FormHandle, useForm } from "#client/features/form/use-form.ts";
import { Icon } from "#client/ui/icon.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import {
  NewWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookDelivery,
  WebhookSecret,
} from "#shared/contracts/webhooks.ts";
import { listOf } from "./form-values.ts";
import { OWN_PASSCODE_BLAMES, ownPasscode, OwnPasscodeField } from "./own-passcode.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useRefresh, useRefusalTexts } from "./staff-forms.tsx";
import { MAX_WEBHOOK_URL_CHARACTERS } from "#shared/limits/webhooks.ts";

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

/** Texts for the API's refusals, including those about webhooks. */
export function useWebhookRefusals(): RefusalTexts {
  const { t } = useTranslation(["admin", "webhooks"]);
  return {
    ...useRefusalTexts(),
    too_many_webhooks: t("webhooks:refusals.tooMany"),
    webhook_off: t("webhooks:refusals.off"),
  };
}

export function useFieldTexts() {
  const { t } = useTranslation(["admin", "webhooks"]);
  return {
    url: t("webhooks:problems.url"),
    description: t("webhooks:problems.description"),
    events: t("webhooks:problems.events"),
    traders: t("webhooks:problems.traders"),
  };
}

export interface SecretProps {
  readonly onClose: () => void;
  /** Shows the secret from creation on, until `onClose`. */
  readonly onShown: () => void;
}

export function NewWebhookForm({ onClose, onShown }: SecretProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { http } = useData();
  const { secret, show } = useShownSecret(onShown);
  const form = useForm({
    schema: NewWebhook,
    body: (value) => ({
      url: value("url"),
      ...chosen(value),
      ...ownPasscode(value),
    }),
    send: (body) => http.send("POST", webhooksPath, body, WebhookSecret),
    fieldTexts: useFieldTexts(),
    refusalTexts: useWebhookRefusals(),
    blames: OWN_PASSCODE_BLAMES,
    onSent: show,
  });
  if (secret !== null) return <ShownSecret secret={secret} onClose={onClose} />;
  return (
    <Form form={form} submitLabel={t("webhooks:add")} onCancel={onClose}>
      <TextField
        {...form.field("url")}
        type="url"
        label={t("webhooks:url")}
        hint={t("webhooks:urlHint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_WEBHOOK_URL_CHARACTERS}
      />
      <ChosenFields form={form} />
      <OwnPasscodeField form={form} />
    </Form>
  );
}

interface ChosenFieldsProps {
  readonly form: FormHandle;
  /** The current values; omitted for a new webhook. */
  readonly webhook?: Webhook;
}

export function ChosenFields({ form, webhook }: ChosenFieldsProps) {
  const { t } = useTranslation(["admin", "webhooks"]);
  const { error } = form.field("events");
  return (
    <>
      <TextField
        {...form.field("description")}
        label={t("webhooks:description")}
        defaultValue={webhook?.description}
        autoComplete="off"
      />
      <fieldset className="field-group">
        <legend>{t("webhooks:events")}</legend>
        {error === undefined ? null : (
          <p className="field__error">
            <Icon name="alert-octagon" />
            <span>{error}</span>
          </p>
        )}
        {WEBHOOK_EVENTS.map((event, index) => (
          <label key={event} className="check">
            <input
              type="checkbox"
              name={event}
              defaultChecked={webhook?.events.includes(event) ?? true}
              aria-invalid={error !== undefined && index === 0 ? true : undefined}
            />
            {t(EVENT_TEXTS[event])}
          </label>
        ))}
      </fieldset>
      <TextField
        {...form.field("traders")}
        label={t("webhooks:traders")}
        hint={t("webhooks:tradersHint")}
        defaultValue={webhook?.traders.join(", ")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

/** The values of `ChosenFields` as the API takes them. */
export function chosen(value: (name: string) => string) {
  return {
    description: value("description"),
    events: WEBHOOK_EVENTS.filter((event) => value(event) !== ""),
    traders: listOf(value("traders").toLowerCase()),
  };
}

export function useShownSecret(onShown: () => void): {
  readonly secret: string | null;
  readonly show: (answer: WebhookSecret) => void;
} {
  const refresh = useRefresh();
  const [secret, setSecret] = useState<string | null>(null);
  return {
    secret,
    show: (answer) => {
      setSecret(answer.secret);
      onShown();
      refresh(webhooksPath);
    },
  };
}

interface ShownSecretProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a webhook's secret, once. */
export function ShownSecret({ secret, onClose }: ShownSecretProps) {
  const { t } = useTranslation("webhooks");
  return <ShownOnce text={t("shownOnce")} label={t("secret")} value={secret} onClose={onClose} />;
}
