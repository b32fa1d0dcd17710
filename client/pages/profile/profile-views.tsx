/** What a member sees of their own account, in three views. */
import { asPart } from "#client/app/part.tsx";
import { useView, ViewNav } from "#client/app/view-nav.tsx";
import { useCurrentUser } from "#client/data/use-current-user.ts";
import { useTranslation } from "#client/i18n/translation.tsx";
import { MemberNotLoaded } from "#client/session/require-sign-in.tsx";
import type { User } from "#shared/contracts/session.ts";
import { AccountView } from "./account-view.tsx";
import { FollowingView } from "./following-view.tsx";
import { SecurityView } from "./security-view.tsx";
import { PROFILE_VIEWS } from "./views.ts";

/** Shown to members only. */
export function ProfileViews() {
  const { t } = useTranslation("profile");
  const current = useView(PROFILE_VIEWS);
  const { data: user } = useCurrentUser();
  return (
    <div className="views">
      <ViewNav
        label={t("views.label")}
        views={PROFILE_VIEWS.map((view) => ({ view, text: t(`views.${view}`) }))}
        current={current}
      />
      {user ? <View view={current} user={user} /> : <MemberNotLoaded />}
    </div>
  );
}

const View = asPart(CurrentView);

function CurrentView({ view, user }: { readonly view: (typeof PROFILE_VIEWS)[number]; readonly user: User }) {
  switch (view) {
    case "account":
      return <AccountView user={user} />;
    case "following":
      return <FollowingView />;
    case "security":
      return <SecurityView user={user} />;
  }
}
