/**
 * Starts what can wait until the page is hydrated and the browser is idle. A separate chunk, so that the first page does not
 * load it.
 */
import type { DataRouter } from "react-router";
import * as v from "valibot";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";
import { serviceWorkers } from "#client/data/service-workers.ts";
import { keepPushOwn } from "#client/features/push/own-push.ts";
import type { Session } from "#client/features/session/session.ts";
import { after } from "#client/ui/scheduling.ts";
import { buildManifestPath, LATEST_BUILD_PATH, LatestBuild } from "#shared/site/build-manifest.ts";
import { currentConnection, mayFetchAhead, mayPrefetchManifest } from "./connection.ts";
import { removeOfflineNotice, reportNavigations } from "./offline-copies.ts";
import type { BuildState } from "./build-state.ts";
import { registerWorker, type RegisterWorkerWorld, unregisterWorkers } from "./register-worker.ts";
import { repeatInVisibleTab } from "./repeated-check.ts";
import { startInstallPrompt } from "./install-prompt.ts";
import { reportWebVitals } from "./web-vitals.ts";
import { MANIFEST_PREFETCH_DELAY_MS } from "#shared/limits/browser.ts";

export interface BackgroundWorld extends RegisterWorkerWorld {
  readonly config: RuntimeConfig;
  readonly router: DataRouter;
  readonly session: Session;
  readonly build: BuildState;
}

export function startBackground(world: BackgroundWorld): void {
  const { config, router, session } = world;
  watchBuilds(world);
  prefetchManifest(world.build);
  startInstallPrompt();
  if (!config.absentParts.includes("vitals")) reportWebVitals();
  const worker = config.hasServiceWorker ? registerWorker(world) : unregisterWorkers();
  // Private windows and policies may refuse it; the site works without it.
  worker.catch(() => {});
  keepPushOwn(session);
  removeOfflineNotice(router);
  reportNavigations(router, {
    mayFetch: () => mayFetchAhead(currentConnection()),
    tell: (message) => serviceWorkers()?.controller?.postMessage(message),
  });
}

/** A tab that knows of a newer build needs no further check. */
function watchBuilds({ build, config }: BackgroundWorld): void {
  repeatInVisibleTab(config.buildCheckIntervalMs, async () => {
    if (!build.isOutdated()) build.saw(await fetchLatestId());
  });
}

async function fetchLatestId(): Promise<string> {
  const response = await fetch(`${LATEST_BUILD_PATH}?${Date.now()}`, { cache: "no-store" });
  return v.parse(LatestBuild, await response.json()).id;
}

/** The manifest is immutable: after this fetch it is in the browser's HTTP cache, where the service worker reads it. */
function prefetchManifest({ ownId }: BuildState): void {
  if (!mayPrefetchManifest(currentConnection())) return;
  after(
    MANIFEST_PREFETCH_DELAY_MS,
    () => void fetch(buildManifestPath(ownId), { priority: "low" }).catch(() => {}),
  );
}
