/** The error page: any fatal or unhandled error, on server and client (spec section 2). */
import { useTranslation } from "react-i18next";
import { Link, useRouteError } from "react-router";
import { pageHref } from "#shared/routes.ts";
import { toPageError } from "./page-error.ts";
import { useRuntimeConfig } from "./runtime-config.tsx";

export function ErrorPage() {
  const { status, statusMessage, path } = toPageError(useRouteError());
  const { language, brand } = useRuntimeConfig();
  const { t } = useTranslation("common");
  const isNotFound = status === 404;
  const title = isNotFound ? t("error.notFound.title") : (statusMessage ?? t("error.internal.title"));
  return (
    <section className="error-page">
      <title>{`${status} – ${title} | ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="error-page__status">{status}</p>
      <h1>{title}</h1>
      <p>{isNotFound ? t("error.notFound.message", { path }) : t("error.internal.message")}</p>
      <p>
        <Link className="button" to={pageHref(language, "home")}>
          {t("error.home")}
        </Link>
      </p>
    </section>
  );
}
