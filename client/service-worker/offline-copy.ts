/** Which answers the service worker caches, and how it serves cached pages offline. */
import type { Language } from "#shared/site/languages.ts";
import { OFFLINE_NOTICE_ID } from "#shared/site/service-worker-messages.ts";
import { OFFLINE_TEXTS } from "#shared/locales/texts-outside-pages.ts";

/** True for pages that the server lets anyone cache: not personal, no error, not redirected. */
export function mayCachePage(response: Response): boolean {
  const cacheControl = response.headers.get("Cache-Control") ?? "no-store";
  return (
    response.status === 200 &&
    !response.redirected &&
    !/no-store|private/.test(cacheControl) &&
    contentType(response) === "text/html"
  );
}

/** True for hashed files, but not for a page sent in place of a missing file. */
export function mayCacheAsset(response: Response): boolean {
  return response.status === 200 && contentType(response) !== "text/html";
}

function contentType(response: Response): string {
  return (response.headers.get("Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** The page with a `Date` header, which local servers leave out. */
export function dated(page: Response, nowMs: number): Response {
  if (page.headers.has("Date")) return page;
  const headers = new Headers(page.headers);
  headers.set("Date", new Date(nowMs).toUTCString());
  return new Response(page.body, { status: page.status, headers });
}

/** Inserts a notice above the content that says that the page is a copy, and its time. */
export async function withOfflineNotice(page: Response, language: Language): Promise<Response> {
  const keptAt = new Date(page.headers.get("Date") ?? 0).toISOString();
  const { copy } = OFFLINE_TEXTS[language];
  const notice = `<section id="${OFFLINE_NOTICE_ID}" class="offline-notice" aria-label="${copy}">${copy} <time datetime="${keptAt}">${keptAt}</time></section>`;
  const html = await page.text();
  return new Response(
    html.replace("<main", () => `${notice}<main`),
    page,
  );
}

/** The header of a document of this site, without the mark of its current page; empty if there is none. It needs no script. */
export function headerOf(html: string): string {
  const [header = ""] = /<header class="site-header">.*?<\/header>/s.exec(html) ?? [];
  return header.replaceAll(' aria-current="page"', "");
}
