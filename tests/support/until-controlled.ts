import type { Page } from "playwright-core";

/** Resolves once the worker has installed, controls the page and has fetched what the page's language needs. */
export async function untilControlled(page: Page, language: string): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  await page.waitForFunction(async (language) => {
    const { buildId } = JSON.parse(document.getElementById("boot")?.textContent ?? "{}").config;
    const manifest = await fetch(`/builds/meta/${buildId}.json`).then((response) => response.json());
    const cache = await caches.open("tidemark-assets");
    return (await cache.match(manifest.texts[`${language}/terms`])) !== undefined;
  }, language);
}
