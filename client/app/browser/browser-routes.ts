/** The route table as the browser loads it: page by page, with the handling of load failures. */
import type { i18n } from "i18next";
import { data, type LoaderFunctionArgs, type DataRouteObject } from "react-router";
import { createRoutes, withHead } from "#client/app/routes.tsx";
import type { Language } from "#shared/site/languages.ts";
import type { NavigationGate } from "./navigation-gate.ts";
import { loadPage } from "./page-loader.ts";
import type { PartFailure } from "./part-failure.ts";
import type { Payloads } from "./payloads.ts";

export interface BrowserRoutesWorld {
  readonly i18n: i18n;
  readonly language: Language;
  readonly gate: NavigationGate;
  readonly parts: PartFailure;
  readonly payloads: Payloads;
}

/** Every page has a loader, because the navigation gate runs in it. */
export function createBrowserRoutes({
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
