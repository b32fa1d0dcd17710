/** The member's account, as `/api/auth/me/` answers it. */
import { useTranslation } from "react-i18next";
import { PageData } from "#client/data/page-data.tsx";
import { useCurrentUser } from "#client/data/use-current-user.ts";
import { RequireSignIn } from "#client/session/require-sign-in.tsx";

export function ProfilePage() {
  const { t } = useTranslation("profile");
  return (
    <PageData>
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <Account />
      </RequireSignIn>
    </PageData>
  );
}

function Account() {
  const { t } = useTranslation(["profile", "common"]);
  const { data: user, error } = useCurrentUser();
  if (error && !user) return <p role="alert">{t("common:states.failed")}</p>;
  if (!user) return <p className="skeleton">{t("common:states.loading")}</p>;
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{t("account.id")}</dt>
        <dd>{user.pocketoption_id}</dd>
      </div>
      <div className="stat">
        <dt>{t("account.name")}</dt>
        <dd>{user.name || "—"}</dd>
      </div>
      <div className="stat">
        <dt>{t("account.role")}</dt>
        <dd>{t(`account.roles.${user.role}`)}</dd>
      </div>
    </dl>
  );
}
