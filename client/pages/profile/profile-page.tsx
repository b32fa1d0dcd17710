/** What a member can do with their own account. */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "#client/pages/record-list.css";
import "#client/pages/member-pages.css";
import { PageHead } from "#client/pages/page-head.tsx";
import { useView, ViewNav } from "#client/ui/view-nav.tsx";
import { PageData } from "#client/features/session/page-data.tsx";
import { useTranslation } from "react-i18next";
import { MemberNotLoaded, RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { useAbsentParts } from "#client/data/runtime-config.tsx";
import type { SitePart } from "#shared/site/site-parts.ts";
import { Part } from "#client/ui/part.tsx";
import { useCurrentUser } from "#client/features/session/use-current-user.ts";
import { AccountView } from "./account-view.tsx";
import { NotificationsView } from "./notifications-view.tsx";
import { SecurityView } from "./security-view.tsx";

/** The views of the profile, by the address's `view`; each needs at least one of its parts. */
const PROFILE_VIEWS = ["account", "notifications", "security"] as const;
const NEEDS: Readonly<Record<(typeof PROFILE_VIEWS)[number], readonly SitePart[]>> = {
  account: [],
  notifications: ["notifications"],
  security: ["passcode", "passkeys", "sessions", "acts"],
};

const Nothing = () => null;
/** Only a browser knows who is signed in, so the worker does not bundle the views. */
const VIEWS = import.meta.env.SSR
  ? { account: Nothing, notifications: Nothing, security: Nothing }
  : { account: AccountView, notifications: NotificationsView, security: SecurityView };

export function ProfilePage() {
  const { t } = useTranslation("profile");
  const view = useView(useOfferedViews());
  return (
    <PageData>
      <PageHead page="profile" thing={t(`views.${view}`)} />
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <ProfileViews />
      </RequireSignIn>
    </PageData>
  );
}

function useOfferedViews() {
  const absent = useAbsentParts();
  const [account, ...others] = PROFILE_VIEWS;
  return [account, ...others.filter((view) => NEEDS[view].some((part) => !absent.includes(part)))] as const;
}

/** Shown to members only. */
function ProfileViews() {
  const { t } = useTranslation("profile");
  const views = useOfferedViews();
  const current = useView(views);
  const { data: user } = useCurrentUser();
  const View = VIEWS[current];
  return (
    <div className="views">
      {views.length > 1 ? (
        <ViewNav
          label={t("views.label")}
          views={views.map((view) => ({ view, text: t(`views.${view}`) }))}
          current={current}
          start={views[0]}
        />
      ) : null}
      {user ? (
        <Part>
          <View user={user} />
        </Part>
      ) : (
        <MemberNotLoaded />
      )}
    </div>
  );
}
