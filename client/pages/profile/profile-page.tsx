/** What a member can do with their own account. */
import { PageHead } from "#client/pages/page-head.tsx";
import { useView, ViewNav } from "#client/ui/view-nav.tsx";
import { PageData } from "#client/features/session/page-data.tsx";
import { useTranslation } from "react-i18next";
import { MemberNotLoaded, RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { Part } from "#client/ui/part.tsx";
import { useCurrentUser } from "#client/features/session/use-current-user.ts";
import { AccountView } from "./account-view.tsx";
import { FollowingView } from "./following-view.tsx";
import { SecurityView } from "./security-view.tsx";

/** What the profile shows, by the address's `view`. */
const PROFILE_VIEWS = ["account", "following", "security"] as const;

const VIEWS = { account: AccountView, following: FollowingView, security: SecurityView };

export function ProfilePage() {
  const { t } = useTranslation("profile");
  const view = useView(PROFILE_VIEWS);
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

/** Shown to members only. */
function ProfileViews() {
  const { t } = useTranslation("profile");
  const current = useView(PROFILE_VIEWS);
  const { data: user } = useCurrentUser();
  const View = VIEWS[current];
  return (
    <div className="views">
      <ViewNav
        label={t("views.label")}
        views={PROFILE_VIEWS.map((view) => ({ view, text: t(`views.${view}`) }))}
        current={current}
      />
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
