/** Hours in which a member gets no notifications. */
import { useTranslation } from "react-i18next";
import { Form } from "#client/features/form/form.tsx";
import { useForm } from "#client/features/form/use-form.ts";
import type { OwnNotifications } from "#client/features/push/use-notifications.ts";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import { NotificationChanges, type Notifications } from "#shared/contracts/push.ts";

interface QuietHoursProps {
  readonly own: OwnNotifications;
  readonly notifications: Notifications;
}

export function QuietHours({ own, notifications }: QuietHoursProps) {
  const { quiet_from: from, quiet_until: until, time_zone } = notifications;
  const { t } = useTranslation("notifications");
  const zone = useShownZone();
  const problems = { missing: t("quiet.missing"), invalid: t("quiet.same") };
  const form = useForm({
    schema: NotificationChanges,
    body: (value) => ({
      quiet_from: value("quiet_from") || null,
      quiet_until: value("quiet_until") || null,
    }),
    send: (changes) => own.change(changes),
    fieldTexts: { quiet_from: problems, quiet_until: problems },
    onSent: () => void toasts.add({ severity: "success", summary: t("quiet.saved"), life: 4000 }),
  });
  return (
    <Form form={form} submitLabel={t("quiet.save")}>
      <p className="intro">{t("quiet.text", { zone: (time_zone ?? zone).replaceAll("_", " ") })}</p>
      <TextField
        {...form.field("quiet_from")}
        type="time"
        label={t("quiet.from")}
        defaultValue={from ?? ""}
      />
      <TextField
        {...form.field("quiet_until")}
        type="time"
        label={t("quiet.until")}
        hint={t("quiet.hint")}
        defaultValue={until ?? ""}
      />
    </Form>
  );
}
