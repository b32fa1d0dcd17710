/** The traders that a member follows. */
import { useTranslation } from "react-i18next";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useAction } from "#client/features/form/use-action.ts";
import { useFollows } from "#client/features/follow/use-follows.ts";
import { useFigureReloads } from "#client/features/live/use-live-news.ts";
import { useNotifications } from "#client/features/push/use-notifications.ts";
import { Button } from "#client/ui/button.tsx";
import { Icon } from "#client/ui/icon.tsx";
import { PageLink } from "#client/ui/link.tsx";
import type { FollowedTrader } from "#shared/contracts/profile.ts";
import type { User } from "#shared/contracts/session.ts";
import type { Trader } from "#shared/contracts/traders.ts";
import { pageHref } from "#shared/site/routes.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { TraderLines } from "./trader-lines.tsx";

interface FollowedTradersProps {
  readonly traders: readonly FollowedTrader[];
  readonly user: User;
}

export function FollowedTraders({ traders, user }: FollowedTradersProps) {
  const { t } = useTranslation("watch");
  const { language, hasServiceWorker } = useRuntimeConfig();
  const absent = useAbsentParts();
  const { reload } = useFollows();
  useFigureReloads(new Set(traders.map(({ handle }) => handle)), () => void reload());
  const hasNotifications = hasServiceWorker && !absent.includes("notifications");
  return (
    <section>
      <h2>{t("traders.heading")}</h2>
      <TraderLines
        caption={t("traders.heading")}
        traders={traders}
        Act={hasNotifications && user.may_change ? NotifyButton : undefined}
        empty={
          <>
            <p>{t("traders.empty")}</p>
            {isLinked("traders", absent) ? (
              <PageLink to={pageHref(language, "traders")}>{t("traders.find")}</PageLink>
            ) : null}
          </>
        }
      />
      {hasNotifications ? (
        <p>
          <PageLink to={`${pageHref(language, "profile")}?view=notifications`}>
            {t("traders.notifications")}
          </PageLink>
        </p>
      ) : null}
    </section>
  );
}

/** Switches notifications of one trader. Renders nothing unless a browser of the member gets notifications. */
function NotifyButton({ trader: { handle, name } }: { readonly trader: Trader }) {
  const { t } = useTranslation("watch");
  const { notifications, change } = useNotifications();
  const muted = notifications?.muted ?? [];
  const isMuted = muted.includes(handle);
  const toggle = useAction(() =>
    change({ muted: isMuted ? muted.filter((other) => other !== handle) : [...muted, handle] }),
  );
  if (!notifications?.push || notifications.devices.length === 0) return null;
  return (
    <Button
      className="button--icon"
      look="quiet"
      aria-pressed={!isMuted}
      isBusy={toggle.isBusy}
      onClick={toggle.run}
    >
      <Icon name={isMuted ? "bell-off" : "bell"} />
      <span className="visually-hidden">{t("traders.notify", { trader: name })}</span>
    </Button>
  );
}
