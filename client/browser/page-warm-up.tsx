/**
 * A page's first rendering is its slowest: nothing of its code, of its formats, and of what makes elements in React has run in
 * this document, which was hydrated. A warm-up has all that run, so that a press on a link need not wait for it.
 */
import type { i18n } from "i18next";
import { type ReactNode, startTransition, Suspense, use, useLayoutEffect } from "react";
import { createMemoryRouter, type DataRouter, matchRoutes, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "#client/app/app.tsx";
import type { PageModule } from "#client/app/page-module.ts";
import { withHead } from "#client/app/routes.tsx";
import type { RuntimeConfig } from "#client/app/runtime-config.tsx";
import type { Session } from "#client/session/session.ts";
import { RestOfPageProvider } from "#client/ui/rest-of-page.tsx";
import { whenIdle } from "#client/ui/when-idle.ts";
import { type Page, PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";

/** How often a route is warmed up: at a fourth of the processor the first time saves a press some 9 ms, the second 3. */
const MAX_TIMES = 2;

export interface PageWarmUpWorld {
  readonly config: RuntimeConfig;
  readonly i18n: i18n;
  readonly session: Session;
  readonly router: Pick<DataRouter, "routes" | "subscribe">;
  /** Pathname and query of the page shown. */
  readonly path: () => string;
  /** React's, which only the application's start may import. */
  readonly createRoot: (container: HTMLElement, options: RootErrors) => Root;
}

interface Root {
  readonly render: (children: ReactNode) => void;
  readonly unmount: () => void;
}

type RootErrors = Readonly<Record<"onUncaughtError" | "onRecoverableError", () => void>>;

export interface WarmedPage {
  readonly page: Page;
  /** Its pathname and query. */
  readonly path: string;
  readonly Component: PageModule["Component"];
  /** As its loader gives it. */
  readonly data: unknown;
}

/**
 * What warms a page up once the browser is idle, unless the page is shown by then or its route is warm; a navigation ends it. A
 * page behind sign-in stays cold: what it shows depends on who comes.
 */
export function createPageWarmUp(world: PageWarmUpWorld) {
  const { config, i18n, session, router, path: shownPath } = world;
  const times = new Map<string, number>();

  async function warmUp({ page, path, Component, data }: WarmedPage): Promise<void> {
    const pattern = matchRoutes(router.routes, path)?.at(-1)?.route.path;
    if (pattern === undefined || path === shownPath()) return;
    const done = times.get(pattern) ?? 0;
    if (done === MAX_TIMES) return;
    times.set(pattern, done + 1);
    const route = { path: pattern, Component: withHead(page, Component), loader: () => data };
    const nowhere = createMemoryRouter([{ Component: BeginningOfPage, children: [route] }]);
    await nowhere.navigate(path);
    await renderInVain(
      world,
      <App config={config} i18n={i18n} session={session}>
        <RouterProvider router={nowhere} />
      </App>,
    );
    nowhere.dispose();
  }

  return (page: WarmedPage): void => {
    if (!PAGES_BEHIND_SIGN_IN.has(page.page)) whenIdle(() => void warmUp(page));
  };
}

/** As much of a page as is rendered when it was reached by a link. */
function BeginningOfPage() {
  return (
    <RestOfPageProvider>
      <Outlet />
    </RestOfPageProvider>
  );
}

/**
 * Renders in slices what never gets into a document: none of its effects runs, and what it throws is passed over. Whoever comes
 * to the page is told. Given up where the visitor navigates: React would go on with it before the page that is to be shown.
 */
function renderInVain({ createRoot, router }: PageWarmUpWorld, page: ReactNode): Promise<void> {
  return new Promise((resolve) => {
    const end = () =>
      queueMicrotask(() => {
        stopListening();
        root.unmount();
        resolve();
      });
    const stopListening = router.subscribe(end);
    const root = createRoot(document.createElement("div"), {
      onUncaughtError: end,
      onRecoverableError: () => {},
    });
    const never = new Promise<never>(() => {});
    startTransition(() =>
      root.render(
        <Suspense fallback={<End reached={end} />}>
          {page}
          <Unfinished until={never} />
        </Suspense>,
      ),
    );
  });
}

/** Keeps what stands before it from being committed. */
function Unfinished({ until }: { readonly until: Promise<never> }): never {
  return use(until);
}

/** Committed in place of the page, once that has been rendered. */
function End({ reached }: { readonly reached: () => void }) {
  useLayoutEffect(reached, [reached]);
  return null;
}
