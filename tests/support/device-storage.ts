/** What a site stores in a visitor's browser, read from Chromium itself instead of from the site's code. */
import type { Page } from "playwright-core";

/**
 * Returns a function that lists every name that the page's site stores now, or has written since this call, however briefly:
 * `kind name`, kinds as in the storage registry.
 */
export async function watchStorage(page: Page): Promise<() => Promise<ReadonlySet<string>>> {
  const seen = new Set<string>();
  const devtools = await page.context().newCDPSession(page);
  const note = ({
    storageId: { isLocalStorage },
    key,
  }: {
    storageId: { isLocalStorage: boolean };
    key: string;
  }) => seen.add(`${isLocalStorage ? "localStorage" : "sessionStorage"} ${key}`);
  devtools.on("DOMStorage.domStorageItemAdded", note);
  devtools.on("DOMStorage.domStorageItemUpdated", note);
  await devtools.send("DOMStorage.enable");
  return async () => {
    const held = await page.evaluate(async () => [
      ...Object.keys(localStorage).map((name) => `localStorage ${name}`),
      ...Object.keys(sessionStorage).map((name) => `sessionStorage ${name}`),
      ...(await caches.keys()).map((name) => `cacheStorage ${name}`),
      ...(await indexedDB.databases()).map(({ name }) => `indexedDB ${name}`),
    ]);
    const cookies = await page.context().cookies();
    for (const name of [...held, ...cookies.map(({ name }) => `cookie ${name}`)]) seen.add(name);
    return seen;
  };
}

/** Addresses at other origins that any page of the context requests from now on, by request or by socket. */
export function watchForeignRequests(page: Page, origin: string): readonly string[] {
  const foreign: string[] = [];
  const { host } = new URL(origin);
  const note = (url: string) => {
    const target = new URL(url);
    if (/^(?:https?|wss?):$/.test(target.protocol) && target.host !== host) foreign.push(url);
  };
  page.context().on("request", (request) => note(request.url()));
  page.on("websocket", (socket) => note(socket.url()));
  return foreign;
}
