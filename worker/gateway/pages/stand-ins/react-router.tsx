/**
 * React Router in the worker's bundle (worker/local/worker-build.ts): what pages see of it while they are rendered once, from
 * matches that are made already. Addresses are matched by React Router itself; its navigation and its states are a browser's.
 * A test compares the two.
 */
import { NavigationType } from "#react-router";
import { createContext, type ReactNode, use } from "react";
import type { Params, StaticHandlerContext } from "react-router";

export { data, isRouteErrorResponse, matchRoutes, NavigationType } from "#react-router";

/** One of the routes that an address matches, from the outermost (0) inwards. */
interface MatchedRoute {
  readonly context: StaticHandlerContext;
  readonly depth: number;
}

const CurrentRoute = createContext<MatchedRoute | null>(null);

function useCurrentRoute(): MatchedRoute {
  const current = use(CurrentRoute);
  if (!current) throw new TypeError("Used outside of a router");
  return current;
}

/** All that it would hold is in the context. */
export function createStaticRouter(): null {
  return null;
}

export function StaticRouterProvider({ context }: { readonly context: StaticHandlerContext }): ReactNode {
  return (
    <>
      <Matched context={context} depth={0} />
      {/* React Router's place for a script of its own: ids made by `useId` count the places. */}
      {null}
    </>
  );
}

function Matched(matched: MatchedRoute): ReactNode {
  const { context, depth } = matched;
  const route = context.matches[depth]?.route;
  if (!route) return null;
  const { id, Component = Outlet, ErrorBoundary } = route;
  const Shown = context.errors?.[id] === undefined ? Component : ErrorBoundary;
  return <CurrentRoute value={matched}>{Shown ? <Shown /> : null}</CurrentRoute>;
}

export function Outlet(): ReactNode {
  const { context, depth } = useCurrentRoute();
  return <Matched context={context} depth={depth + 1} />;
}

export function useLocation() {
  return useCurrentRoute().context.location;
}

export function useNavigationType(): NavigationType {
  return NavigationType.Pop;
}

export function useParams(): Params {
  const { context, depth } = useCurrentRoute();
  return context.matches[depth]?.params ?? {};
}

export function useSearchParams() {
  const { search } = useLocation();
  return [new URLSearchParams(search), neverOnTheServer] as const;
}

export function useLoaderData(): unknown {
  const { context, depth } = useCurrentRoute();
  return context.loaderData[context.matches[depth]?.route.id ?? ""];
}

export function useRouteError(): unknown {
  const { context, depth } = useCurrentRoute();
  return context.errors?.[context.matches[depth]?.route.id ?? ""];
}

export function useNavigate() {
  return neverOnTheServer;
}

function neverOnTheServer(): never {
  throw new TypeError("A server goes nowhere");
}

/** Goes somewhere in a browser only. */
export function Navigate(): null {
  return null;
}

/** Has nothing to restore before there is a browser. */
export function ScrollRestoration(): null {
  return null;
}
