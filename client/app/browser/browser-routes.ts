/** The route table as the browser loads it: page by page, with the handling of load failures. */
import type { i18n } from "i18next";
import {
  createBrowserRouter,
  data,
  type DataRouter,
  type DataRouteObject,
  type LoaderFunctionArgs,
  matchRoutes,
} from "react-router";
import type { Boot } from "#client/app/boot-data.ts";
import { createRoutes, withHead } from "#client/app/routes.tsx";
import { readLateData } from "#client/data/page-data.tsx";
import { SHELL_NAMESPACES } from "#client/i18n/namespaces.ts";
import type { Language } from "#shared/site/languages.ts";
import type { NavigationGate } from "./navigation-gate.ts";
import { addTexts, loadPage } from "./page-loader.ts";
import type { PartFailure } from "./part-failure.ts";
import type { Payloads } from "./payloads.ts";

export interface BrowserRoutesWorld {
  readonly i18n: i18n;
  readonly language: Language;
  readonly gate: NavigationGate;
  readonly parts: PartFailure;
  readonly payloads: Payloads;
  /** Path of the page shown. */
  readonly path: () => string;
}

/** Creates the router in the state of the server's document. Resolves once the code of that page has loaded. */
export async function createHydratedRouter(boot: Boot, world: BrowserRoutesWorld): Promise<DataRouter> {
  const { i18n, language, parts, path } = world;
  const routes = createBrowserRoutes(world);
  const loadingTexts = parts.orReload(path(), () => addTexts(i18n, language, SHELL_NAMESPACES));
  // The error page, which replaces a route that cannot be loaded, needs the texts as well.
  const matched = await loadMatchedRoutes(routes).finally(() => loadingTexts);
  return createBrowserRouter(routes, {
    hydrationData: {
      // Every route has a loader; null stands for a route without data.
      loaderData: {
        ...Object.fromEntries(matched.map((id) => [id, null])),
        ...boot.loaderData,
        ...(boot.lateRoute !== null && { [boot.lateRoute]: { late: readLateData(document) } }),
      },
      errors: boot.errors,
    },
  });
}

/**
 * Loads the lazy routes of the current page and returns the ids of routes with a loader. Otherwise the router would show a
 * fallback in place of the server-rendered page.
 */
async function loadMatchedRoutes(routes: DataRouteObject[]): Promise<string[]> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      const loaded = await route.lazy();
      Object.assign(route, loaded);
      delete route.lazy;
    }),
  );
  return matches.flatMap(({ route }) => (route.loader && route.id ? [route.id] : []));
}

/** Every page has a loader, because the navigation gate runs in it. */
function createBrowserRoutes({
  i18n,
  language,
  gate,
  parts,
  payloads,
}: BrowserRoutesWorld): DataRouteObject[] {
  async function loadNothing(): Promise<null> {
    await gate.pass();
    return null;
  }

  async function loadData({ request }: LoaderFunctionArgs): Promise<unknown> {
    await gate.pass();
    const { pathname, search } = new URL(request.url);
    const payload = await payloads.load(pathname + search, request.signal);
    await gate.pass();
    if (payload === "unusable") return gate.leave();
    if (payload !== "missing") return payload.data;
    throw data(null, { status: 404 });
  }

  return createRoutes(language, (page) => ({
    lazy: async () => {
      await gate.pass();
      const module = await parts.orReload(gate.targetPath(), () => loadPage(i18n, language, page));
      return {
        Component: withHead(page, module.Component),
        loader: module.dataKeys ? loadData : loadNothing,
      };
    },
  }));
}
