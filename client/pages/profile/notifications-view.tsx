/** A member's notification settings: events, devices, traders and quiet hours. */
import { useTranslation } from "react-i18next";
import { TOAST_LIFE_MS } from "#shared/limits/browser.ts";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { type OwnNotifications, useNotifications } from "#client/features/push/use-notifications.ts";
import { Button } from "#client/ui/button.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { focusToHeading } from "#client/ui/focus.ts";
import { PageLink } from "#client/ui/link.tsx";
import { Time } from "#client/ui/time.tsx";
import { toasts } from "#client/ui/toasts/toast-store.ts";
import type { Notifications } from "#shared/contracts/push.ts";
import type { User } from "#shared/contracts/session.ts";
import { pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { QuietHours } from "./quiet-hours.tsx";
import { useDeviceName } from "./sessions.tsx";

export function NotificationsView({ user }: { readonly user: User }) {
  const { t } = useTranslation("notifications");
  const own = useNotifications();
  const { notifications, error, reload } = own;
  const follows = useFollows();
  const { language, hasServiceWorker } = useRuntimeConfig();
  const canChooseTraders = isLinked("watch", useAbsentParts()) && user.may_change;
  // Waits for all data, because sections that load later would push down the others.
  if (!notifications || (follows.traders === undefined && !follows.error))
    return <NotLoaded error={error} retry={reload} />;
  const { public_key: publicKey } = notifications;
  // Without a service worker no browser can show notifications.
  if (publicKey === null || !hasServiceWorker) return <p className="intro">{t("none")}</p>;
  const props = { own, notifications };
  return (
    <>
      <section>
        <h2>{t("channels.heading")}</h2>
        <p className="intro">{t("channels.text")}</p>
        <ThisBrowser {...props} publicKey={publicKey} />
        {notifications.devices.length > 0 ? (
          <div ref={focusToHeading}>
            <Devices {...props} />
          </div>
        ) : null}
        {canChooseTraders ? (
          <p>
            <PageLink to={pageHref(language, "watch")}>{t("traders")}</PageLink>
          </p>
        ) : null}
        {user.may_change ? <MainSwitch {...props} /> : <p className="intro">{t("idAlone")}</p>}
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
    toasts.add({ severity, summary: t(`live:push.${switched}`), life: TOAST_LIFE_MS });
  });
  if (own.thisBrowser === undefined || !traders) return null;
  // Permission is not requested from a member who follows nobody.
  if (own.thisBrowser === "off" && traders.length === 0) return <p>{t("thisBrowser.nobody")}</p>;
  return (
    <>
      <p>{t(`thisBrowser.${own.thisBrowser}`)}</p>
      {own.thisBrowser === "off" ? (
        <p ref={focusToHeading} className="actions">
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
  const columns = useDeviceColumns(own);
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

function useDeviceColumns(own: OwnNotifications): readonly Column<Device>[] {
  const { t } = useTranslation("notifications");
  const deviceName = useDeviceName();
  return [
    { key: "device", header: t("devices.device"), cell: ({ device }) => deviceName(device) },
    {
      key: "since",
      header: t("devices.since"),
      cell: ({ created_at }) => <Time at={created_at} precision="day" />,
    },
    { key: "remove", header: t("devices.action"), cell: (device) => <Remove own={own} device={device} /> },
  ];
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
