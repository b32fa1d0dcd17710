/** What starts once the page reacts and the browser is idle; a chunk of its own, so that the first page does not wait for it. */
import type { i18n } from "i18next";
import * as v from "valibot";
import type { RuntimeConfig } from "#client/app/runtime-config.tsx";
import { after } from "#client/ui/after.ts";
import { whenIdle } from "#client/ui/when-idle.ts";
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
import type { PartFailure } from "./part-failure.ts";
import type { Payloads } from "./payloads.ts";
import { registerWorker, type RegisterWorkerWorld, unregisterWorkers } from "./register-worker.ts";
import { reportVitals } from "./report-vitals.ts";
import { startInstallPrompt } from "./start-install-prompt.ts";
import { watchLinks } from "./watch-links.ts";

export interface BackgroundWorld extends RegisterWorkerWorld {
  readonly router: ReadingRouter;
  readonly config: RuntimeConfig;
  readonly build: BuildState;
  readonly i18n: i18n;
  readonly parts: PartFailure;
  readonly payloads: Payloads;
}

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

function prefetchLinks({ config: { language }, i18n, parts, payloads }: BackgroundWorld): void {
  async function prefetch(path: string): Promise<void> {
    const page = pageOfPath(path.replace(/\?.*/, ""));
    const module = page && (await parts.orNothing(() => loadPage(i18n, language, page)));
    if (!module?.dataKeys) return;
    await payloads.prefetch(path);
    whenIdle(() => void prepareFormats());
  }
  async function prepareFormats(): Promise<void> {
    // The page has brought it.
    const formats = await parts.orNothing(() => import("#client/record/formats.ts"));
    formats?.makeFormattersAhead(language);
  }

  watchLinks(
    createLinkPrefetch({ mayPrefetch: () => mayPrefetchLinks(currentConnection()), toPath, prefetch }),
  );

  function toPath(href: string): string | null {
    const path = pageBehind(href, language);
    return path === window.location.pathname + window.location.search ? null : path;
  }
}
