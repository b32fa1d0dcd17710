/** The followed traders that a member gets notifications of. */
import { useTranslation } from "react-i18next";
import { NotLoaded } from "#client/data/not-loaded.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { TraderName } from "#client/features/ledger/trader-name.tsx";
import type { OwnNotifications } from "#client/features/push/use-notifications.ts";
import { Button } from "#client/ui/button.tsx";
import { type Column, DataTable } from "#client/ui/data-table.tsx";
import { PageLink } from "#client/ui/link.tsx";
import type { FollowedTrader } from "#shared/contracts/profile.ts";
import type { Notifications } from "#shared/contracts/push.ts";
import { pageHref } from "#shared/routes.ts";

interface NotifiedTradersProps {
  readonly own: OwnNotifications;
  readonly notifications: Notifications;
  readonly mayChange: boolean;
}

export function NotifiedTraders({ own, notifications, mayChange }: NotifiedTradersProps) {
  const { t } = useTranslation("notifications");
  const { language } = useRuntimeConfig();
  const { traders, error, reload } = useFollows();
  const columns = useColumns(own, notifications.muted);
  if (!traders) return <NotLoaded error={error} retry={reload} />;
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

function useColumns(own: OwnNotifications, muted: readonly string[]): readonly Column<FollowedTrader>[] {
  const { t } = useTranslation("notifications");
  return [
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
      <span>{t(isMuted ? "traders.unmute" : "traders.mute")}</span>
      <span className="visually-hidden">{name}</span>
    </Button>
  );
}
