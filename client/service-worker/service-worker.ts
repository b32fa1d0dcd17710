/**
 * The service worker. Pages come from the network, and offline from the cache; hashed files come from the cache; everything else
 * comes from the network only. Every build has its own worker, so a new build always brings a new worker.
 */
import * as v from "valibot";
import { NetworkOnly, Serwist, type SerwistPlugin } from "serwist";
import { inTime } from "#client/data/in-time.ts";
import { withoutUnknownQuery } from "#client/entry.addresses.ts";
import { BuildManifest, buildManifestPath } from "#shared/site/build-manifest.ts";
import type { Language } from "#shared/site/languages.ts";
import { documentPath } from "#shared/site/page-address.ts";
import { LANGUAGE_CHOICE_PATH } from "#shared/site/routes.ts";
import {
  ASSET_CACHE,
  BUILD_ID_QUESTION,
  LANGUAGE_CACHE,
  PAGE_CACHE,
} from "#shared/site/service-worker-messages.ts";
import { cacheAnswer } from "./cache-answer.ts";
import { classifyRequest, type RequestKind } from "./classify-request.ts";
import { listenForNotifications } from "./show-notification.ts";
import { dated, headerOf, mayCacheAsset, mayCachePage, withOfflineNotice } from "./offline-copy.ts";
import { languageOf, offlinePage } from "./offline-page.ts";
import { CacheFirst, NetworkFirst } from "./strategies.ts";
import { CACHE_ANSWER_MS, MAX_OFFLINE_PAGES } from "#shared/limits/browser.ts";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const __BUILD_ID__: string;

let manifest: Promise<BuildManifest> | null = null;
const preparedLanguages = new Set<Language>();

const kindOf = ({ method, mode }: Pick<Request, "method" | "mode">, url: URL) =>
  classifyRequest({ method, mode, url, origin: self.location.origin });

const isKind =
  (kind: RequestKind) =>
  ({ request, url }: { request: Request; url: URL }) =>
    kindOf(request, url) === kind;

const keepPages: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => withoutUnknownQuery(new URL(request.url)),
  cacheWillUpdate: async ({ response }) => (mayCachePage(response) ? dated(response, Date.now()) : null),
  cacheDidUpdate: async () => trim(PAGE_CACHE, MAX_OFFLINE_PAGES),
  cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
    cachedResponse ? withOfflineNotice(cachedResponse, await languageAt(new URL(request.url))) : null,
  // Here, because serwist answers navigations before our own listeners see them.
  handlerDidRespond: ({ request }) => prepareFor(new URL(request.url)),
  handlerDidError: async ({ request }) => answerOffline(new URL(request.url)),
};

const sayOffline: SerwistPlugin = {
  handlerDidError: async ({ request }) => answerUnkept(new URL(request.url)),
};

const keepAssets: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (mayCacheAsset(response) ? response : null),
};

const pages = new NetworkFirst({ cacheName: PAGE_CACHE, plugins: [keepPages] });

const serwist = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  navigationPreload: true,
  disableDevLogs: true,
  runtimeCaching: [
    { matcher: isKind("page"), handler: pages },
    { matcher: isKind("asset"), handler: new CacheFirst({ cacheName: ASSET_CACHE, plugins: [keepAssets] }) },
    { matcher: isKind("document"), handler: new NetworkOnly({ plugins: [sayOffline] }) },
  ],
});

// Only `handleFetch`: serwist's other listeners are for a precache and wait for the cache storage for ever.
self.addEventListener("fetch", (event) => serwist.handleFetch(event));
listenForNotifications(() => languageAt(self.location));

self.addEventListener("install", (event) => {
  event.waitUntil(prepareOpenLanguages());
});

self.addEventListener("activate", (event) => {
  // With a timeout, because every request waits for the activation.
  event.waitUntil(inTime(dropOldCaches(), CACHE_ANSWER_MS).then(() => keepOpenPages(event)));
});

self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === BUILD_ID_QUESTION) ports[0]?.postMessage(__BUILD_ID__);
  else if (typeof data?.keepPage === "string") event.waitUntil(keepPage(data.keepPage, event));
});

/** Redirects to the page's address with its language, as the server would: that page may be cached. */
async function answerOffline(url: URL): Promise<Response> {
  const path = documentPath(url.pathname, await languageAt(url));
  return path === url.pathname ? answerUnkept(url) : Response.redirect(path + url.search, 302);
}

async function answerUnkept(url: URL): Promise<Response> {
  const styles = await readManifest().then(
    ({ styles }) => styles,
    () => [],
  );
  const language = await languageAt(url);
  const header = (await cacheAnswer(keptHeader(language))) ?? "";
  return offlinePage(language, { styles, header });
}

/** The header of a cached page, with its navigation; empty if no page of this language is cached. */
async function keptHeader(language: Language): Promise<string> {
  const cache = await caches.open(PAGE_CACHE);
  const requests = await cache.keys();
  const page = requests.find((request) => new URL(request.url).pathname.split("/")[1] === language);
  const html = await (page && cache.match(page))?.then((response) => response?.text());
  return html === undefined ? "" : headerOf(html);
}

async function languageAt({ pathname }: Pick<URL, "pathname">): Promise<Language> {
  const chosen = caches.match(LANGUAGE_CHOICE_PATH, { cacheName: LANGUAGE_CACHE });
  const language = await cacheAnswer(chosen).then((answer) => answer?.text());
  return languageOf(pathname, language, self.navigator.languages);
}

/** Fetches and caches a page that is open but whose document did not come through this worker. */
async function keepPage(address: string, event: ExtendableEvent): Promise<void> {
  const url = new URL(address, self.location.origin);
  const path = documentPath(url.pathname, await languageAt(url));
  const [, kept] = pages.handleAll({ event, request: new Request(path + url.search) });
  return kept;
}

async function keepOpenPages(event: ExtendableEvent): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window" });
  const open = windows.filter(
    ({ url }) => kindOf({ method: "GET", mode: "navigate" }, new URL(url)) === "page",
  );
  await Promise.allSettled(open.map(({ url }) => keepPage(url, event)));
}

/** Caches the assets for the languages of the open pages. A missing file only means that less works offline. */
async function prepareOpenLanguages(): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const languages = new Set(await Promise.all(windows.map(({ url }) => languageAt(new URL(url)))));
  await Promise.allSettled([...languages].map(prepare));
}

/** Never rejects: missing files are requested again with the next page. */
async function prepareFor(url: URL): Promise<void> {
  await prepare(await languageAt(url)).catch(() => {});
}

async function prepare(language: Language): Promise<void> {
  if (preparedLanguages.has(language)) return;
  preparedLanguages.add(language);
  try {
    const cache = await cacheAnswer(caches.open(ASSET_CACHE));
    const requests = cache && (await cacheAnswer(cache.keys()));
    if (!requests) throw new Error("The cache storage has no answer");
    const known = new Set(requests.map(({ url }) => new URL(url).pathname));
    // The manifest is cached as well, because it is needed offline.
    const needed = [buildManifestPath(__BUILD_ID__), ...languageAssets(await readManifest(), language)];
    await cache.addAll(needed.filter((path) => !known.has(path)));
  } catch (error) {
    preparedLanguages.delete(language);
    throw error;
  }
}

/** Styles, entry, application, every page's code and this language's texts; no other language's. */
function languageAssets(manifest: BuildManifest, language: Language): string[] {
  const texts = Object.entries(manifest.texts).flatMap(([name, file]) =>
    name.startsWith(`${language}/`) ? [file] : [],
  );
  return [
    ...new Set([
      ...manifest.styles,
      ...manifest.entryFiles,
      ...manifest.applicationFiles,
      ...Object.values(manifest.pages).flat(),
      ...texts,
    ]),
  ];
}

function readManifest(): Promise<BuildManifest> {
  manifest ??= fetchManifest().catch((error: unknown) => {
    manifest = null;
    throw error;
  });
  return manifest;
}

async function fetchManifest(): Promise<BuildManifest> {
  const path = buildManifestPath(__BUILD_ID__);
  const kept = await cacheAnswer(caches.match(path, { cacheName: ASSET_CACHE }));
  const response = kept ?? (await fetch(path));
  return v.parse(BuildManifest, await response.json());
}

/** Deletes pages of the old build, whose files may be gone, and files that this build does not use. */
async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  const outlived = names.filter((name) => name !== ASSET_CACHE && name !== LANGUAGE_CACHE);
  await Promise.all(outlived.map((name) => caches.delete(name)));
  const { files } = await readManifest();
  const needed = new Set([...files, buildManifestPath(__BUILD_ID__)]);
  const cache = await caches.open(ASSET_CACHE);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}

async function trim(cacheName: string, max: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const requests = await cache.keys();
  await Promise.all(
    requests.slice(0, Math.max(0, requests.length - max)).map((request) => cache.delete(request)),
  );
}
