/** What a member can do with their own account. */
import { PageHead } from "#client/app/page-head.tsx";
import { useView } from "#client/app/view-nav.tsx";
import { PageData } from "#client/data/page-data.tsx";
import { useTranslation } from "#client/i18n/translation.tsx";
import { RequireSignIn } from "#client/session/require-sign-in.tsx";
import { ProfileViews } from "./profile-views.tsx";
import { PROFILE_VIEWS } from "./views.ts";

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
