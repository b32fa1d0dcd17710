/** What a member can do with their own account. */
import { useTranslation } from "react-i18next";
import { PageData } from "#client/data/page-data.tsx";
import { RequireSignIn } from "#client/session/require-sign-in.tsx";
import { ProfileViews } from "./profile-views.tsx";

export function ProfilePage() {
  const { t } = useTranslation("profile");
  return (
    <PageData>
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <ProfileViews />
      </RequireSignIn>
    </PageData>
  );
}
