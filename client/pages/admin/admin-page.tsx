/**
 * Entry of the admin area. The API decides who is staff; other members see why they have no access, and nothing of the area is
 * loaded.
 */
import "#client/pages/record-pages.css";
import "#client/pages/signal-rows.css";
import "#client/pages/record-list.css";
import "#client/pages/member-pages.css";
import { lazy, Suspense } from "react";
import { PageHead } from "#client/pages/page-head.tsx";
import { PageLink } from "#client/ui/link.tsx";
import { useView } from "#client/ui/view-nav.tsx";
import { useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { pageHref } from "#shared/site/routes.ts";
import { useTranslation } from "react-i18next";
import { MemberNotLoaded, RequireSignIn } from "#client/features/session/require-sign-in.tsx";
import { useSession } from "#client/features/session/session-context.tsx";
import { useOfferedViews } from "./admin-query.ts";

/** Only a browser knows who is staff, so the worker does not bundle this part. */
const AdminArea = lazy(async () => ({
  default: import.meta.env.SSR ? () => null : (await import("./admin-area.tsx")).AdminArea,
}));

export function AdminPage() {
  const { t } = useTranslation("admin");
  const view = useView(useOfferedViews());
  return (
    <>
      <PageHead page="admin" thing={t(`views.${view}`)} />
      <h1>{t("heading")}</h1>
      <RequireSignIn>
        <StaffOnly />
      </RequireSignIn>
    </>
  );
}

function StaffOnly() {
  const { t } = useTranslation("common");
  const { user } = useSession().state;
  const loading = <p className="skeleton">{t("states.loading")}</p>;
  if (!user) return <MemberNotLoaded />;
  if (user.role !== "staff") {
    return (
      <section className="callout callout--caution">
        <h2>{t("error.forbiddenTitle")}</h2>
        <p>{t("error.forbiddenMessage")}</p>
      </section>
    );
  }
  if (user.needs_passkey) return <PasskeyFirst />;
  return (
    <Suspense fallback={loading}>
      <AdminArea />
    </Suspense>
  );
}

function PasskeyFirst() {
  const { t } = useTranslation("admin");
  const { language } = useRuntimeConfig();
  return (
    <section className="callout callout--caution">
      <h2>{t("passkeyFirst.title")}</h2>
      <p>{t("passkeyFirst.text")}</p>
      <p>
        <PageLink to={`${pageHref(language, "profile")}?view=security`}>{t("passkeyFirst.link")}</PageLink>
      </p>
    </section>
  );
}
