/** Starts the application: hydrates the document. */
import "./app/styles/application.css";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, type DataRouter, matchRoutes, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { loginHref, pageHref } from "#shared/site/routes.ts";
import { TIME_ZONE_KEY } from "#shared/site/storage-names.ts";
import { App, HYDRATED_MARK } from "./app/app.tsx";
import { BOOT_ELEMENT_ID, type Boot, type DocumentAssets } from "./app/boot-data.ts";
import { Document } from "./app/document.tsx";
import { FetchAheadProvider } from "./ui/link.tsx";
import { createBrowserRoutes } from "./app/browser/browser-routes.ts";
import { createFailures, type Failures } from "./app/browser/failures.tsx";
import { createFetchAhead } from "./app/browser/fetch-ahead.ts";
import type { HeldPresses } from "./app/browser/event-replay.ts";
import { keepInterruptedForms } from "./app/browser/form-state.ts";
import { type PreservedInput, preserveInput } from "./app/browser/preserve-input.ts";
import { watchLazyParts } from "./app/browser/part-failure.ts";
import { addTexts } from "./app/browser/page-loader.ts";
import { createShell, type Shell } from "./app/browser/shell.ts";
import { tolerateTranslation } from "./app/browser/tolerate-translation.ts";
import { chooseZone } from "./ui/shown-zone.ts";
import { toasts } from "./ui/toasts/toast-store.ts";
import { createI18n } from "./i18n/create-i18n.ts";
import { SHELL_NAMESPACES } from "./i18n/namespaces.ts";
import { readLateData } from "./features/session/page-data.tsx";
import { createApiFetch } from "./data/api-fetch.ts";
import { HttpError } from "./data/http-error.ts";
import { browserWorld, createSession, type Session } from "./features/session/session.ts";
import { readStored, store } from "#client/data/storage.ts";
import { whenIdle } from "./ui/scheduling.ts";

const bootJson = document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? "";
const boot = parseBoot(bootJson);
const { config } = boot;
const { language } = config;
const shell = createShell(config.buildId);
const texts = createI18n(language, {});
const SESSION_ENDED_TOAST = "session-ended";
const UNREACHABLE_TOAST = "server-unreachable";
let isToldUnreachable = false;

/** Hydrates the document once and then repeats the held press. A failure is shown in the page's main part. */
export function startApplication(assets: DocumentAssets, presses: HeldPresses | undefined): void {
  const failures = createFailures({ config, i18n: texts, assets, parts: shell.parts });
  start(assets, presses, failures).catch(failures.ofMounting);
}

async function start(
  assets: DocumentAssets,
  presses: HeldPresses | undefined,
  failures: Failures,
): Promise<void> {
  tolerateTranslation();
  watchLazyParts(window, { parts: shell.parts, path: shell.gate.targetPath, tell: tellPartMissing });
  const routes = createBrowserRoutes({ i18n: texts, language, ...shell });
  const loadingTexts = loadShellTexts();
  // The error page, which replaces a route that cannot be loaded, needs the texts as well.
  const matched = await loadMatchedRoutes(routes).finally(() => loadingTexts);
  const router = createBrowserRouter(routes, {
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
  shell.gate.watch(router);
  const ownWorld = {
    fetch: createApiFetch({ baseUrl: config.baseUrl, fetch: shell.fetch }),
    onSessionLost: (error: unknown) => {
      const { pathname, search } = router.state.location;
      const t = texts.getFixedT(null, "session");
      const isKept = interrupted.areKept();
      toasts.add({
        id: SESSION_ENDED_TOAST,
        severity: "warn",
        summary: t("toast.ended.summary"),
        detail: t(`toast.ended.${isOfNoMember(error) ? "noMember" : isKept ? "detailKept" : "detail"}`),
        life: 10_000,
      });
      // On the login page the address already has the return address.
      if (pathname === pageHref(language, "login")) return;
      void router.navigate(loginHref(language, pathname + search), { replace: true });
    },
  };
  const session = createSession(browserWorld(ownWorld));
  chooseZone(readStored(() => window.localStorage, TIME_ZONE_KEY));
  session.subscribe(() => {
    followMembersZone(session);
    tellUnreachable(session);
    // After a new sign-in, the message about the ended session is obsolete.
    if (session.getState().phase === "signed-in") toasts.remove(SESSION_ENDED_TOAST);
  });
  const interrupted = keepInterruptedForms(session, shell.interruptedForms);
  router.subscribe(interrupted.arrive);
  const entries = preserveInput(document);
  presses?.letThrough();
  // As a transition, hydration yields between slices, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      document,
      <Document config={config} bootJson={null} {...assets}>
        <App
          config={config}
          i18n={texts}
          session={session}
          onHydrated={() => {
            // In an effect at the root an uncaught error would unmount the whole document.
            try {
              performance.mark(HYDRATED_MARK);
              whenHydrated({ router, session }, entries, presses);
            } catch (error) {
              failures.ofMounting(error);
            }
          }}
        >
          <FetchAheadProvider value={createFetchAhead({ ...shell, i18n: texts, language })}>
            <RouterProvider router={router} onError={failures.ofPage} />
          </FetchAheadProvider>
        </App>
      </Document>,
      {
        onUncaughtError: failures.ofDocument,
        onRecoverableError(error) {
          entries.handOver();
          // oxlint-disable-next-line no-console -- React has made the page anew: most often somebody else had changed it
          console.warn(error);
        },
      },
    );
  });
  failures.mounted();
  void session.start();
}

/** Until the user has loaded, keeps the zone stored on this device. */
function followMembersZone(session: Session): void {
  const { phase, user } = session.getState();
  if (phase === "signed-in" && user === null) return;
  const timeZone = user?.time_zone ?? null;
  chooseZone(timeZone);
  store(() => window.localStorage, TIME_ZONE_KEY, timeZone);
}

/** While the server fails to refresh the member's token, as it may for a deleted account. */
function tellUnreachable(session: Session): void {
  const state = session.getState();
  const error = state.phase === "signed-in" ? state.refreshError : null;
  const isUnreachable = error instanceof HttpError && error.status >= 500;
  if (isUnreachable === isToldUnreachable) return;
  isToldUnreachable = isUnreachable;
  if (!isUnreachable) return toasts.remove(UNREACHABLE_TOAST);
  const t = texts.getFixedT(null, "session");
  toasts.add({
    id: UNREACHABLE_TOAST,
    severity: "warn",
    summary: t("toast.unreachable.summary"),
    detail: t("toast.unreachable.detail"),
  });
}

/** True if the account behind the session was deleted or switched off. */
function isOfNoMember(error: unknown): boolean {
  return (
    error instanceof HttpError &&
    ["user_not_found", "user_inactive", "no_active_account"].includes(error.code)
  );
}

function loadShellTexts(): Promise<void> {
  return shell.parts.orReload(shell.path(), () => addTexts(texts, language, SHELL_NAMESPACES));
}

interface Mounted {
  readonly router: DataRouter;
  readonly session: Session;
}

function whenHydrated(mounted: Mounted, entries: PreservedInput, presses: HeldPresses | undefined): void {
  entries.stop();
  shell.restoreForms();
  // State that only a browser has, such as the signed-in user, is rendered right after hydration; the press is repeated after
  // that.
  setTimeout(() => presses?.repeat(entries.successorOf));
  shell.build.onOutdated(offerNewBuild);
  whenIdle(() => void startBackground(shell, mounted));
}

/** The page works without the background chunk, so a failure to load it is ignored. */
async function startBackground({ build, ...world }: Shell, mounted: Mounted): Promise<void> {
  const background = await shell.parts.orNothing(() => import("./app/browser/background.ts"));
  background?.startBackground({
    ...world,
    ...mounted,
    config,
    build,
    ownBuildId: build.ownId,
    sawBuild: build.saw,
  });
}

function offerNewBuild(): void {
  const t = texts.getFixedT(null, "shell");
  toasts.add({
    id: "new-build",
    summary: t("update.summary"),
    detail: t("update.detail"),
    action: { label: t("update.reload"), run: shell.reload },
  });
}

function tellPartMissing(): void {
  toasts.add({
    id: "part-missing",
    severity: "error",
    summary: texts.getFixedT(null, "shell")("reason.partMissing"),
  });
}

/**
 * Loads the lazy routes of the current page and returns the ids of routes with a loader. Otherwise the router would show a
 * fallback in place of the server-rendered page.
 */
async function loadMatchedRoutes(routes: RouteObject[]): Promise<string[]> {
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

/** Written by the server (serializeBoot), so its shape is known. */
function parseBoot(json: string): Boot {
  return JSON.parse(json) as Boot;
}

window.addEventListener("pageshow", ({ persisted }) => {
  // The back/forward cache has restored a page that was about to be replaced.
  if (persisted && shell.gate.isLeaving()) window.location.reload();
});
