import { useId } from "react";
import { renderToString } from "react-dom/server.edge";
import * as reactRouter from "#react-router";
import type { DataRouteObject, StaticHandlerContext } from "react-router";
import { describe, expect, it } from "vitest";
import {
  createStaticRouter,
  data,
  isRouteErrorResponse,
  matchRoutes,
  Navigate,
  NavigationType,
  Outlet,
  ScrollRestoration,
  StaticRouterProvider,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
} from "#worker/gateway/pages/stand-ins/react-router.tsx";

type Router = typeof reactRouter;

const IN_THE_BUNDLE = {
  createStaticRouter,
  data,
  isRouteErrorResponse,
  matchRoutes,
  Navigate,
  NavigationType,
  Outlet,
  ScrollRestoration,
  StaticRouterProvider,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
} as unknown as Router;

/** Routes like the site's, whose pages show everything that they can see of the router. */
function routesWith(router: Router): DataRouteObject[] {
  const { Outlet, ScrollRestoration } = router;

  function Frame() {
    return (
      <>
        <nav id={useId()} />
        <Outlet />
        <ScrollRestoration />
      </>
    );
  }

  function Page() {
    const [searchParams] = router.useSearchParams();
    const seen = {
      location: router.useLocation(),
      params: router.useParams(),
      search: searchParams.toString(),
      data: router.useLoaderData(),
      isByAddress: router.useNavigationType() === router.NavigationType.Pop,
    };
    router.useNavigate();
    return (
      <main id={useId()}>
        {JSON.stringify(seen)}
        <router.Navigate to="/de" replace />
      </main>
    );
  }

  function Failed() {
    return <p id={useId()}>{JSON.stringify(router.useRouteError())}</p>;
  }

  const pages: DataRouteObject[] = [
    { id: "list", path: "/de/signal", Component: Page },
    { id: "detail", path: "/de/signal/:id", Component: Page },
    { id: "none", path: "*", element: null },
  ];
  const boundary: DataRouteObject = { id: "boundary", ErrorBoundary: Failed, children: pages };
  return [{ id: "frame", Component: Frame, ErrorBoundary: Failed, children: [boundary] }];
}

function render(router: Router, url: string, given: Partial<StaticHandlerContext> = {}): string {
  const { pathname, search } = new URL(url, "https://tidemark.example");
  const routes = routesWith(router);
  const matches = router.matchRoutes(routes, pathname) ?? [];
  const context = {
    basename: "/",
    location: { pathname, search, hash: "", state: null, key: "default" },
    matches,
    loaderData: { list: { count: 3 } },
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    _match: () => matches,
    ...given,
  } satisfies StaticHandlerContext;
  const staticRouter = router.createStaticRouter(routes, context);
  return renderToString(
    <router.StaticRouterProvider router={staticRouter} context={context} hydrate={false} />,
  );
}

describe("React Router in the worker's bundle", () => {
  it.each([
    "/de/signal",
    "/de/signal?trader=a&trader=b%20c",
    "/de/signal/7?view=x",
    "/de/signal/a%2Fb%C3%A4",
    "/DE/Signal",
    "/de/nothing",
    "/",
  ])("shows at %s what React Router shows", (url) => {
    const shown = render(IN_THE_BUNDLE, url);
    expect(shown).toContain("<nav");
    expect(shown).toBe(render(reactRouter, url));
  });

  it.each(["boundary", "frame"])("shows the error of the route %s in its place", (id) => {
    const errors = { [id]: { status: 404 } };
    const shown = render(IN_THE_BUNDLE, "/de/signal", { errors });
    expect(shown).toContain("404");
    expect(shown).toBe(render(reactRouter, "/de/signal", { errors }));
  });

  it("goes nowhere", () => {
    expect(() => useNavigate()()).toThrow("A server goes nowhere");
  });
});
