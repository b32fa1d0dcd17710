/** What starts once the page reacts and the browser is idle; a chunk of its own, so that the first page does not wait for it. */
import * as v from "valibot";
import { after } from "#client/ui/after.ts";
import { buildManifestPath, LATEST_BUILD_PATH, LatestBuild } from "#shared/builds.ts";
import { MANIFEST_PREFETCH_DELAY_MS } from "#shared/limits.ts";
import { pageOfPath } from "#shared/routes.ts";
import type { BuildState } from "./build-state.ts";
import { createBuildWatch } from "./build-watch.ts";
import { currentConnection, mayPrefetchLinks, mayPrefetchManifest } from "./connection.ts";
import { pageBehind } from "./follow-links.ts";
import { keepReadPages, type ReadingRouter } from "./keep-read-pages.ts";
import { createLinkPrefetch } from "./link-prefetch.ts";
import { loadPage } from "./page-loader.ts";
import { createPageWarmUp, type PageWarmUpWorld } from "./page-warm-up.tsx";
import type { PartFailure } from "./part-failure.ts";
import type { Payloads } from "./payloads.ts";
import { registerWorker, type RegisterWorkerWorld, unregisterWorkers } from "./register-worker.ts";
import { reportVitals } from "./report-vitals.ts";
import { startInstallPrompt } from "./start-install-prompt.ts";
import { watchLinks } from "./watch-links.ts";

export interface BackgroundWorld extends RegisterWorkerWorld, PageWarmUpWorld {
  readonly router: PageWarmUpWorld["router"] & ReadingRouter;
  readonly build: BuildState;
  readonly parts: PartFailure;
  readonly payloads: Payloads;
}

/** The data of a page that needs none. */
const NO_DATA = { data: null };

export function startBackground(world: BackgroundWorld): void {
  const { config, router } = world;
  watchBuilds(world);
  prefetchManifest(world.build);
  prefetchLinks(world);
  startInstallPrompt();
  reportVitals();
  const worker = config.hasServiceWorker ? registerWorker(world) : unregisterWorkers();
  // Private windows and policies may refuse it; the site works without.
  worker.catch(() => {});
  keepReadPages(router, {
    mayFetch: () => mayPrefetchLinks(currentConnection()),
    tell: (message) => navigator.serviceWorker?.controller?.postMessage(message),
  });
}

function watchBuilds({ build, config }: BackgroundWorld): void {
  const watch = createBuildWatch({ build, after, intervalMs: config.buildCheckIntervalMs, fetchLatestId });
  watch.start();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void watch.check();
  });
}

async function fetchLatestId(): Promise<string> {
  const response = await fetch(`${LATEST_BUILD_PATH}?${Date.now()}`, { cache: "no-store" });
  return v.parse(LatestBuild, await response.json()).id;
}

/** The manifest is immutable: from here on it is in the browser's cache, for the service worker to read. */
function prefetchManifest({ ownId }: BuildState): void {
  if (!mayPrefetchManifest(currentConnection())) return;
  after(
    MANIFEST_PREFETCH_DELAY_MS,
    () => void fetch(buildManifestPath(ownId), { priority: "low" }).catch(() => {}),
  );
}

function prefetchLinks(world: BackgroundWorld): void {
  const { config, i18n, parts, payloads, path: shownPath } = world;
  const { language } = config;
  const warmUp = createPageWarmUp(world);

  async function prefetch(path: string): Promise<void> {
    const page = pageOfPath(path.replace(/\?.*/, ""));
    const module = page && (await parts.orNothing(() => loadPage(i18n, language, page)));
    if (!module) return;
    const payload = module.dataKeys ? await payloads.prefetch(path) : NO_DATA;
    if (typeof payload === "object") warmUp({ page, path, Component: module.Component, data: payload.data });
  }

  watchLinks(
    createLinkPrefetch({ mayPrefetch: () => mayPrefetchLinks(currentConnection()), toPath, prefetch }),
  );

  function toPath(href: string): string | null {
    const path = pageBehind(href, language);
    return path === shownPath() ? null : path;
  }
}
