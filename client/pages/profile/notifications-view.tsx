/** What a member may expect to hear, where, of whom, and when not. */
import { useTranslation } from "react-i18next";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { Form } from "#client/features/form/form.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { useForm } from "#client/features/form/use-form.ts";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { TraderName } from "#client/features/ledger/trader-name.tsx";
import { useFormats } from "#client/features/ledger/formats.ts";
import { type OwnNotifications, useNotifications } from "#client/features/push/use-notifications.ts";
import { Button } from "#client/ui/button.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { useShownZone } from "#client/ui/shown-zone-context.tsx";
import { TextField } from "#client/ui/text-field.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { FollowedTrader } from "#shared/contracts/profile.ts";
import { NotificationChanges, type Notifications } from "#shared/contracts/push.ts";
import type { User } from "#shared/contracts/session.ts";
import { pageHref } from "#shared/routes.ts";
import { useDeviceName } from "./sessions.tsx";

export function NotificationsView({ user }: { readonly user: User }) {
  const { t } = useTranslation("notifications");
  const own = useNotifications();
  const { notifications, error, reload } = own;
  if (!notifications) return <NotLoaded error={error} retry={reload} />;
  const { public_key: publicKey } = notifications;
  if (publicKey === null) return <p className="intro">{t("none")}</p>;
  const props = { own, notifications };
  return (
    <>
      <section>
        <h2>{t("channels.heading")}</h2>
        <p className="intro">{t("channels.text")}</p>
        <ThisBrowser {...props} publicKey={publicKey} />
        {notifications.devices.length > 0 ? <Devices {...props} /> : null}
        {user.may_change ? <MainSwitch {...props} /> : <p className="intro">{t("idAlone")}</p>}
      </section>
      <section>
        <h2>{t("traders.heading")}</h2>
        <Traders {...props} mayChange={user.may_change} />
      </section>
      {user.may_change ? (
        <section>
          <h2>{t("quiet.heading")}</h2>
          <QuietHours {...props} />
        </section>
      ) : null}
    </>
  );
}

interface PartProps {
  readonly own: OwnNotifications;
  readonly notifications: Notifications;
}

function ThisBrowser({ own, publicKey }: PartProps & { readonly publicKey: string }) {
  const { t } = useTranslation(["notifications", "live"]);
  const { traders } = useFollows();
  const switchOn = useAction(async () => {
    const switched = await own.switchOn(publicKey);
    const severity = switched === "on" ? "success" : "warn";
    toasts.add({ severity, summary: t(`live:push.${switched}`), life: 10_000 });
  });
  if (own.thisBrowser === undefined || !traders) return null;
  // The browser is asked for leave by nobody who has nothing to hear of.
  if (own.thisBrowser === "off" && traders.length === 0) return <p>{t("thisBrowser.nobody")}</p>;
  return (
    <>
      <p>{t(`thisBrowser.${own.thisBrowser}`)}</p>
      {own.thisBrowser === "off" ? (
        <p className="actions">
          <Button look="primary" isBusy={switchOn.isBusy} onClick={switchOn.run}>
            {t("thisBrowser.switchOn")}
          </Button>
        </p>
      ) : null}
    </>
  );
}

type Device = Notifications["devices"][number];

function Devices({ own, notifications }: PartProps) {
  const { t } = useTranslation("notifications");
  const { locale } = useFormats();
  const deviceName = useDeviceName();
  const columns: readonly Column<Device>[] = [
    { key: "device", header: t("devices.device"), cell: ({ device }) => deviceName(device) },
    {
      key: "since",
      header: t("devices.since"),
      cell: ({ created_at }) => <Time epochMs={Date.parse(created_at)} locale={locale} precision="day" />,
    },
    { key: "remove", header: t("devices.action"), cell: (device) => <Remove own={own} device={device} /> },
  ];
  return (
    <DataTable<Device>
      caption={t("devices.heading")}
      columns={columns}
      rows={notifications.devices}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
}

function Remove({ own, device }: { readonly own: OwnNotifications; readonly device: Device }) {
  const { t } = useTranslation("notifications");
  const deviceName = useDeviceName();
  const remove = useAction(() => own.remove(device));
  return (
    <Button isBusy={remove.isBusy} onClick={remove.run}>
      {t("devices.remove")}
      <span className="visually-hidden">{deviceName(device.device)}</span>
    </Button>
  );
}

function MainSwitch({ own, notifications: { push } }: PartProps) {
  const { t } = useTranslation("notifications");
  const change = useAction(() => own.change({ push: !push }));
  return (
    <>
      {push ? null : <p role="status">{t("main.isOff")}</p>}
      <p className="actions">
        <Button isBusy={change.isBusy} onClick={change.run}>
          {t(push ? "main.switchOff" : "main.switchOn")}
        </Button>
      </p>
    </>
  );
}

function Traders({ own, notifications, mayChange }: PartProps & { readonly mayChange: boolean }) {
  const { t } = useTranslation("notifications");
  const { language } = useRuntimeConfig();
  const { traders, error, reload } = useFollows();
  if (!traders) return <NotLoaded error={error} retry={reload} />;
  const { muted } = notifications;
  const columns: readonly Column<FollowedTrader>[] = [
    {
      key: "trader",
      header: t("traders.trader"),
      cell: ({ handle, name }) => (
        <span className="typed">
          <TraderName handle={handle} name={name} />
        </span>
      ),
    },
    {
      key: "state",
      header: t("traders.state"),
      cell: ({ handle }) => t(muted.includes(handle) ? "traders.muted" : "traders.told"),
    },
    {
      key: "action",
      header: t("traders.action"),
      cell: (trader) => <Mute own={own} muted={muted} trader={trader} />,
    },
  ];
  return (
    <DataTable<FollowedTrader>
      caption={t("traders.heading")}
      columns={mayChange ? columns : columns.slice(0, 2)}
      rows={traders}
      rowKey={({ handle }) => handle}
      empty={
        <>
          <p>{t("traders.empty")}</p>
          <PageLink to={pageHref(language, "traders")}>{t("traders.find")}</PageLink>
        </>
      }
    />
  );
}

interface MuteProps {
  readonly own: OwnNotifications;
  readonly muted: readonly string[];
  readonly trader: FollowedTrader;
}

function Mute({ own, muted, trader: { handle, name } }: MuteProps) {
  const { t } = useTranslation("notifications");
  const isMuted = muted.includes(handle);
  const change = useAction(() =>
    own.change({ muted: isMuted ? muted.filter((other) => other !== handle) : [...muted, handle] }),
  );
  return (
    <Button isBusy={change.isBusy} onClick={change.run}>
      {t(isMuted ? "traders.unmute" : "traders.mute")}
      <span className="visually-hidden">{name}</span>
    </Button>
  );
}

function QuietHours({ own, notifications: { quiet_from: from, quiet_until: until, time_zone } }: PartProps) {
  const { t } = useTranslation("notifications");
  const zone = useShownZone();
  const form = useForm<Notifications>({
    schema: NotificationChanges,
    body: (value) => ({
      quiet_from: value("quiet_from") || null,
      quiet_until: value("quiet_until") || null,
    }),
    send: (changes) => own.change(changes),
    fieldTexts: { quiet_from: t("quiet.problem"), quiet_until: t("quiet.problem") },
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
