/**
 * Baseline: react-dom/client hydrating the same tree at once. Pages are in the bundle, data comes from their payloads, and
 * nothing is put off, kept or prefetched.
 */
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "#client/app/app.tsx";
import { BOOT_ELEMENT_ID, type Boot } from "#client/app/boot.ts";
import { createRoutes, withHead } from "#client/app/routes.tsx";
import { createI18n } from "#client/i18n/create-i18n.ts";
import { AboutPage } from "#client/pages/about/about-page.tsx";
import { HomePage } from "#client/pages/home/home-page.tsx";
import { SignalPage } from "#client/pages/signal/signal-page.tsx";
import { NOBODYS_SESSION } from "#client/session/nobodys-session.ts";
import { PAYLOAD_SUFFIX, type Page } from "#shared/routes.ts";
import about from "#shared/locales/en/about.json";
import common from "#shared/locales/en/common.json";
import home from "#shared/locales/en/home.json";
import live from "#shared/locales/en/live.json";
import session from "#shared/locales/en/session.json";
import shell from "#shared/locales/en/shell.json";
import signal from "#shared/locales/en/signal.json";

const COMPONENTS: Partial<Record<Page, typeof AboutPage>> = {
  home: HomePage,
  signal: SignalPage,
  about: AboutPage,
};

const { config, loaderData } = parseBoot(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? "");
const routes = createRoutes("en", (page) => ({
  Component: withHead(page, COMPONENTS[page] ?? AboutPage),
  loader: async ({ request }) => {
    const { pathname } = new URL(request.url);
    return (await fetch(pathname + PAYLOAD_SUFFIX)).json();
  },
}));
const none = Object.fromEntries(
  (matchRoutes(routes, location) ?? []).flatMap(({ route }) =>
    route.loader && route.id ? [[route.id, null]] : [],
  ),
);
const router = createBrowserRouter(routes, { hydrationData: { loaderData: { ...none, ...loaderData } } });
const root = document.getElementById("bare-root");
if (root) {
  hydrateRoot(
    root,
    <App
      config={config}
      i18n={createI18n("en", { about, common, home, live, session, shell, signal })}
      session={NOBODYS_SESSION}
    >
      <RouterProvider router={router} />
    </App>,
  );
}

/** The product's own server wrote it, so its shape is known. */
function parseBoot(json: string): Boot {
  return JSON.parse(json) as Boot;
}
