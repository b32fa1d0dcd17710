/** What a member can do with their own account, in three views. */
import { useTranslation } from "react-i18next";
import { useView, ViewNav } from "#client/app/view-nav.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useCurrentUser } from "#client/data/use-current-user.ts";
import { NotLoaded } from "#client/record/not-loaded.tsx";
import { RequireSignIn } from "#client/session/require-sign-in.tsx";
import type { User } from "#shared/contracts/session.ts";
import { AccountView } from "./account-view.tsx";
import { FollowingView } from "./following-view.tsx";
import { SecurityView } from "./security-view.tsx";

const VIEWS = ["account", "following", "security"] as const;

export function ProfilePage() {
  const { t } = useTranslation("profile");
  return (
    <PageData>
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <Views />
      </RequireSignIn>
    </PageData>
  );
}

function Views() {
  const { t } = useTranslation("profile");
  const current = useView(VIEWS);
  const { data: user, error } = useCurrentUser();
  return (
    <div className="views">
      <ViewNav
        label={t("views.label")}
        views={VIEWS.map((view) => ({ view, text: t(`views.${view}`) }))}
        current={current}
      />
      {user ? <View view={current} user={user} /> : <NotLoaded error={error} />}
    </div>
  );
}

function View({ view, user }: { readonly view: (typeof VIEWS)[number]; readonly user: User }) {
  switch (view) {
    case "account":
      return <AccountView user={user} />;
    case "following":
      return <FollowingView />;
    case "security":
      return <SecurityView user={user} />;
  }
}
