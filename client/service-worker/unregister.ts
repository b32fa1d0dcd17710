/**
 * Served as /sw.js if the operator has switched the service worker off. The browser's update check installs it in place of the
 * old worker, even if no page starts any more. It deletes the caches, unregisters itself and reloads the open pages.
 */
import { inTime } from "#client/data/in-time.ts";
import { CACHE_ANSWER_MS } from "#shared/limits/browser.ts";
import { ASSET_CACHE, LANGUAGE_CACHE, PAGE_CACHE } from "#shared/site/service-worker-messages.ts";

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => {
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  const deleted = Promise.all([PAGE_CACHE, ASSET_CACHE, LANGUAGE_CACHE].map((name) => caches.delete(name)));
  await inTime(deleted, CACHE_ANSWER_MS);
  await self.registration.unregister();
  const windows = await self.clients.matchAll({ type: "window" });
  // A page may be closed by now, or not be controlled by this worker.
  await Promise.allSettled(windows.map((client) => client.navigate(client.url)));
}
