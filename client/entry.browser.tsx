/** Hydration: the browser bundle starts here. */
import "./app/styles/main.css";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { loginHref, pageHref } from "#shared/routes.ts";
import { App } from "./app/app.tsx";
import { BOOT_ELEMENT_ID, type Boot } from "./app/boot.ts";
import { Document } from "./app/document.tsx";
import { createRoutes, ERROR_BOUNDARY_ROUTE_ID, withHead } from "./app/routes.tsx";
import { fetchPayload } from "./browser/fetch-payload.ts";
import { keepLanguageCookie } from "./browser/keep-language-cookie.ts";
import { toasts } from "./ui/toasts/toasts.ts";
import { loadPage, loadTexts } from "./browser/page-loader.ts";
import { createI18n } from "./i18n/create-i18n.ts";
import { SHELL_NAMESPACES } from "./i18n/namespaces.ts";
import { createApiFetch } from "./data/api-fetch.ts";
import { browserWorld } from "./session/browser-world.ts";
import { createSession } from "./session/session.ts";

async function start(): Promise<void> {
  const bootJson = document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? "";
  const { config, loaderData, error } = parseBoot(bootJson);
  const { language } = config;
  // Before the first import: the loader of chunks adds preload links of its own.
  const assets = assetsInDocument();
  const shellTexts = await Promise.all(
    SHELL_NAMESPACES.map(async (namespace) => [namespace, await loadTexts(language, namespace)] as const),
  );
  const i18n = createI18n(language, Object.fromEntries(shellTexts));
  const routes = createRoutes(language, (page) => ({
    lazy: async () => {
      const { Component, dataKeys } = await loadPage(i18n, language, page);
      return { Component: withHead(page, Component), ...(dataKeys ? { loader: fetchPayload } : {}) };
    },
  }));
  await loadMatchedRoutes(routes);
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData, ...(error ? { errors: { [ERROR_BOUNDARY_ROUTE_ID]: error } } : {}) },
  });
  const ownWorld = {
    fetch: createApiFetch({ baseUrl: config.baseUrl, fetch: (url, init) => fetch(url, init) }),
    onSessionLost: () => {
      const { pathname, search } = router.state.location;
      const t = i18n.getFixedT(null, "session");
      toasts.add({
        severity: "warn",
        summary: t("toast.ended.summary"),
        detail: t("toast.ended.detail"),
        life: 10_000,
      });
      // On the login page the way back is in the address already.
      if (pathname === pageHref(language, "login")) return;
      void router.navigate(loginHref(language, pathname + search), { replace: true });
    },
  };
  const session = createSession(browserWorld(ownWorld));
  hydrateRoot(
    document,
    <Document config={config} bootJson={bootJson} {...assets}>
      <App config={config} i18n={i18n} session={session}>
        <RouterProvider router={router} />
      </App>
    </Document>,
  );
  void session.start();
  keepLanguageCookie();
}

/** Without this the router would show a fallback where the server has already rendered the page. */
async function loadMatchedRoutes(routes: ReturnType<typeof createRoutes>): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      const loaded = await route.lazy();
      Object.assign(route, loaded);
      delete route.lazy;
    }),
  );
}

/** The server wrote it (serializeBoot), so its shape is known. */
function parseBoot(json: string): Boot {
  return JSON.parse(json) as Boot;
}

/** What the server put into the head, so that both sides render the same. */
function assetsInDocument(): { styles: string[]; preloads: string[] } {
  const hrefs = (selector: string) =>
    Array.from(document.head.querySelectorAll(selector), (link) => link.getAttribute("href") ?? "");
  return { styles: hrefs('link[rel="stylesheet"]'), preloads: hrefs('link[rel="modulepreload"]') };
}

start().catch((error: unknown) => {
  // oxlint-disable-next-line no-console -- a failure while mounting must be seen (spec section 8)
  console.error("Error while mounting the application", error);
});
