/** Starts the application: hydrates the document. */
import "./app/styles/application.css";
import type { i18n } from "i18next";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import type { DataRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App, HYDRATED_MARK } from "./app/app.tsx";
import { type Boot, bootInDocument, type DocumentAssets } from "./app/boot-data.ts";
import { createHydratedRouter } from "./app/browser/browser-routes.ts";
import type { HeldPresses } from "./app/browser/event-replay.ts";
import { createFailures, type Failures } from "./app/browser/failures.tsx";
import { createFetchAhead } from "./app/browser/fetch-ahead.ts";
import { watchLazyParts } from "./app/browser/part-failure.ts";
import { type PreservedInput, preserveInput } from "./app/browser/preserve-input.ts";
import { createShell, type Shell } from "./app/browser/shell.ts";
import { createTabSession } from "./app/browser/tab-session.ts";
import { tolerateTranslation } from "./app/browser/tolerate-translation.ts";
import { Document } from "./app/document.tsx";
import type { Session } from "./features/session/session.ts";
import { createI18n } from "./i18n/create-i18n.ts";
import { FetchAheadProvider } from "./ui/link.tsx";
import { whenIdle } from "./ui/scheduling.ts";
import { toasts } from "./ui/toasts/toast-store.ts";

/** Hydrates the document once and then repeats the held press. A failure is shown in the page's main part. */
export function startApplication(assets: DocumentAssets, presses: HeldPresses | undefined): void {
  const boot = bootInDocument(document);
  const { config } = boot;
  const shell = createShell(config.buildId);
  const i18n = createI18n(config.language, {});
  const failures = createFailures({ config, i18n, assets, parts: shell.parts });
  start({ assets, presses, boot, shell, i18n, failures }).catch(failures.ofMounting);
}

interface Starting {
  readonly assets: DocumentAssets;
  readonly presses: HeldPresses | undefined;
  readonly boot: Boot;
  readonly shell: Shell;
  readonly i18n: i18n;
  readonly failures: Failures;
}

async function start(starting: Starting): Promise<void> {
  const { presses, boot, shell, i18n, failures } = starting;
  const { config } = boot;
  tolerateTranslation();
  watchLazyParts(window, { ...shell, path: shell.gate.targetPath, tell: () => tellPartMissing(i18n) });
  const router = await createHydratedRouter(boot, { i18n, language: config.language, ...shell });
  shell.gate.watch(router);
  const session = createTabSession({ config, i18n, router, shell });
  const entries = preserveInput(document);
  presses?.letThrough();
  hydrate({ ...starting, router, session, entries });
  failures.mounted();
  void session.start();
}

interface Hydrating extends Starting {
  readonly router: DataRouter;
  readonly session: Session;
  readonly entries: PreservedInput;
}

function hydrate(hydrating: Hydrating): void {
  const { assets, boot, shell, i18n, failures, router, session, entries } = hydrating;
  const { config } = boot;
  // As a transition, hydration yields between slices, so that the page stays responsive.
  startTransition(() => {
    hydrateRoot(
      document,
      <Document config={config} bootJson={null} {...assets}>
        <App
          config={config}
          i18n={i18n}
          session={session}
          onHydrated={() => {
            // An uncaught error in an effect at the root would unmount the whole document.
            try {
              whenHydrated(hydrating);
            } catch (error) {
              failures.ofMounting(error);
            }
          }}
        >
          <FetchAheadProvider value={createFetchAhead({ ...shell, i18n, language: config.language })}>
            <RouterProvider router={router} onError={failures.ofPage} />
          </FetchAheadProvider>
        </App>
      </Document>,
      {
        onUncaughtError: failures.ofDocument,
        onRecoverableError(error) {
          entries.handOver();
          // oxlint-disable-next-line no-console -- React has rendered the page again, usually because an extension had changed it
          console.warn(error);
        },
      },
    );
  });
}

function whenHydrated(hydrating: Hydrating): void {
  const { presses, shell, i18n, entries } = hydrating;
  performance.mark(HYDRATED_MARK);
  entries.stop();
  shell.restoreForms();
  // State that only a browser has, such as the signed-in user, is rendered right after hydration; the press is repeated after
  // that.
  setTimeout(() => presses?.repeat(entries.successorOf));
  shell.build.onOutdated(() => offerNewBuild(i18n, shell.reload));
  whenIdle(() => void startBackground(hydrating));
}

/** The page works without the background chunk, so a failure to load it is ignored. */
async function startBackground({ boot, shell, router, session }: Hydrating): Promise<void> {
  const background = await shell.parts.orNothing(() => import("./app/browser/background.ts"));
  const { build } = shell;
  background?.startBackground({
    ...shell,
    router,
    session,
    config: boot.config,
    ownBuildId: build.ownId,
    sawBuild: build.saw,
  });
}

function offerNewBuild(i18n: i18n, reload: () => void): void {
  const t = i18n.getFixedT(null, "shell");
  toasts.add({
    id: "new-build",
    summary: t("update.summary"),
    detail: t("update.detail"),
    action: { label: t("update.reload"), run: reload },
  });
}

function tellPartMissing(i18n: i18n): void {
  toasts.add({
    id: "part-missing",
    severity: "error",
    summary: i18n.getFixedT(null, "shell")("reason.partMissing"),
  });
}
