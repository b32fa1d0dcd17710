/** The route table of one language, the same on both sides; the caller decides how a page is loaded. */
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { data, type DataRouteObject } from "react-router";
import type { Language } from "#shared/site/languages.ts";
import { DETAIL_PARAMS, pageHref, PAGES, PAGES_BEHIND_SIGN_IN, type Page } from "#shared/site/routes.ts";
import { FrameErrorPage, RouteErrorPage } from "./error-page.tsx";
import { Layout } from "./layout.tsx";
import { useAbsentParts, useRuntimeConfig } from "#client/data/runtime-config.tsx";
import { PageHead } from "#client/pages/page-head.tsx";
import { isLinked } from "#shared/site/site-parts.ts";

/** Id of the route that the error page replaces: inside the layout. */
export const ERROR_BOUNDARY_ROUTE_ID = "boundary";

/** Id of the route around all others. */
export const FRAME_ROUTE_ID = "frame";

/** Home at the bare root, in the visitor's language. */
const ROOT_ROUTE_ID = "root";

/** The rest of a page's route: its component or how to load it, and its loader. */
export type PageRoute = Pick<DataRouteObject, "Component" | "lazy" | "loader">;

export function createRoutes(language: Language, pageRoute: (page: Page) => PageRoute): DataRouteObject[] {
  return [
    {
      id: FRAME_ROUTE_ID,
      Component: Layout,
      ErrorBoundary: FrameErrorPage,
      children: [
        {
          id: ERROR_BOUNDARY_ROUTE_ID,
          ErrorBoundary: RouteErrorPage,
          children: [
            { id: ROOT_ROUTE_ID, path: "/", caseSensitive: true, ...pageRoute("home") },
            ...PAGES.flatMap((page) => pageRoutes(language, page, pageRoute)),
            { id: "not-found", path: "*", loader: throwNotFound, element: null },
          ],
        },
      ],
    },
  ];
}

/** The page that a route shows, by the route's id; null for the route of unknown addresses. */
export function pageOfRoute(routeId: string | undefined): Page | null {
  if (routeId === ROOT_ROUTE_ID) return "home";
  return PAGES.find((page) => routeId === page || routeId === detailRouteId(page)) ?? null;
}

/**
 * The page with its title, description and links; a page with several views renders its own `PageHead`. If the site lacks the
 * page's part, the page says so instead.
 */
export function withHead(page: Page, Component: ComponentType): ComponentType {
  const hasOwnHead = page in DETAIL_PARAMS || PAGES_BEHIND_SIGN_IN.has(page);
  return function PageWithHead() {
    const isOffered = isLinked(page, useAbsentParts());
    if (!isOffered) return <NotOffered />;
    return (
      <>
        {hasOwnHead ? null : <PageHead page={page} />}
        <Component />
      </>
    );
  };
}

/** Replaces a page whose part the site lacks; no link leads here, but somebody may type or have stored the address. */
function NotOffered() {
  const { brand } = useRuntimeConfig();
  const { t } = useTranslation("common");
  return (
    <>
      <title>{`${t("states.notOffered")} | ${brand.name}`}</title>
      <meta name="robots" content="noindex" />
      <h1>{t("states.notOffered")}</h1>
    </>
  );
}

function pageRoutes(language: Language, page: Page, pageRoute: (page: Page) => PageRoute): DataRouteObject[] {
  const path = pageHref(language, page);
  const param = DETAIL_PARAMS[page];
  const list: DataRouteObject = { id: page, path, caseSensitive: true, ...pageRoute(page) };
  if (!param) return [list];
  return [
    list,
    { id: detailRouteId(page), path: `${path}/:${param}`, caseSensitive: true, ...pageRoute(page) },
  ];
}

function detailRouteId(page: Page): string {
  return `${page}-detail`;
}

function throwNotFound(): never {
  throw data(null, { status: 404 });
}
