/** The staff's area. The API decides who is staff; a member sees why the page stays closed. */
import { useTranslation } from "react-i18next";
import { RequireSignIn } from "#client/session/require-sign-in.tsx";
import { useSession } from "#client/session/session-context.tsx";

export function AdminPage() {
  const { t } = useTranslation("admin");
  return (
    <>
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <StaffOnly />
      </RequireSignIn>
    </>
  );
}

function StaffOnly() {
  const { t } = useTranslation(["admin", "common"]);
  const { user } = useSession().state;
  if (!user) return <p className="skeleton">{t("common:states.loading")}</p>;
  if (user.role !== "staff") {
    return (
      <section className="callout callout--caution">
        <h2>{t("common:error.forbiddenTitle")}</h2>
        <p>{t("common:error.forbiddenMessage")}</p>
      </section>
    );
  }
  return <p>{t("intro")}</p>;
}
