/** The error page: any fatal or unhandled error, on server and client. */
import { Outlet, useLocation, useRouteError } from "react-router";
import { PageLink } from "#client/ui/link.tsx";
import { useTranslation } from "react-i18next";
import { pageHref } from "#shared/site/routes.ts";
import { applicationError, type PageError, toPageError } from "#client/ui/error-page-content.ts";
import { isLinked } from "#shared/site/site-parts.ts";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { useEffect, useRef, useSyncExternalStore } from "react";

/** English titles; shown beside a translated title so that error reports can quote them. */
const STATUS_TITLES = { notFound: "Page Not Found", internal: "Internal Server Error" };

/** For errors thrown by a page, its loader or its code. */
export function RouteErrorPage() {
  return <ErrorPage error={toPageError(useRouteError())} />;
}

/** For errors thrown by the layout: renders without the layout. */
export function FrameErrorPage() {
  return (
    <main className="site-main">
      <RouteErrorPage />
    </main>
  );
}

function ErrorPage({ error }: { readonly error: PageError }) {
  const { status, statusMessage, description, message, requestId, reason } = error;
  const { language, brand } = useRuntimeConfig();
  const { pathname, search } = useLocation();
  const { t } = useTranslation(["common", "shell"]);
  const list = pathname.includes("/traders/") ? "traders" : "signal";
  const hasList = isLinked(list, useAbsentParts());
  const isNotFound = status === 404;
  const title = isNotFound ? t("error.notFoundTitle") : (statusMessage ?? t("error.internalTitle"));
  const statusTitle = isNotFound ? STATUS_TITLES.notFound : (statusMessage ?? STATUS_TITLES.internal);
  return (
    <section className="error-page">
      <title>{`${status} – ${title} | ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <p className="error-page__status" lang="en">
        {statusTitle === title ? status : `${status} ${statusTitle}`}
      </p>
      <h1>{title}</h1>
      <p>
        {reason
          ? t(`shell:reason.${reason}`)
          : isNotFound
            ? t("error.notFoundMessage", { path: pathname })
            : (description ?? t("error.internalMessage"))}
      </p>
      {message ? <p className="error-page__message">{message}</p> : null}
      {requestId ? <p>{t("error.requestId", { requestId })}</p> : null}
      <p className="actions">
        {reason ? (
          <PageLink className="button button--primary" reloadDocument to={pathname + search}>
            {t("error.reload")}
          </PageLink>
        ) : null}
        <PageLink className="button button--primary" to={pageHref(language, "home")}>
          {t("error.home")}
        </PageLink>
        {hasList ? (
          <PageLink className="button" to={pageHref(language, list)}>
            {t(list === "traders" ? "navigation.traders" : "error.signals")}
          </PageLink>
        ) : null}
      </p>
    </section>
  );
}

/** Renders the page, or the application's error in its place until the visitor navigates away. */
export function PageOrError() {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const shown = useRef(address);
  const error = useSyncExternalStore(applicationError.subscribe, applicationError.current, () => null);
  useEffect(() => {
    if (shown.current !== address) applicationError.clear();
    shown.current = address;
  }, [address]);
  return error ? <ErrorPage error={error} /> : <Outlet />;
}
