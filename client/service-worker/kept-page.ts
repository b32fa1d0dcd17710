/** Pages that are kept, as they are shown where there is no network. */
import type { Language } from "#shared/languages.ts";
import { KEPT_NOTICE_ID } from "#shared/service-worker.ts";
import { OFFLINE_TEXTS } from "#shared/locales/texts-outside-pages.ts";

/** A page to keep, which names the time of its answer: not every server has said it. */
export function dated(page: Response, nowMs: number): Response {
  if (page.headers.has("Date")) return page;
  const headers = new Headers(page.headers);
  headers.set("Date", new Date(nowMs).toUTCString());
  return new Response(page.body, { status: page.status, headers });
}

/** The same page, which says above its content that it is a copy, and of when. */
export async function withKeptNotice(page: Response, language: Language): Promise<Response> {
  const keptAt = new Date(page.headers.get("Date") ?? 0).toISOString();
  const { copy } = OFFLINE_TEXTS[language];
  const notice = `<section id="${KEPT_NOTICE_ID}" class="kept-notice" aria-label="${copy}">${copy} <time datetime="${keptAt}">${keptAt}</time></section>`;
  const html = await page.text();
  return new Response(
    html.replace("<main", () => `${notice}<main`),
    page,
  );
}

/** The header of a document of this site, which works without script, for another page; empty where there is none. */
export function headerOf(html: string): string {
  const [header = ""] = /<header class="site-header">.*?<\/header>/s.exec(html) ?? [];
  return header.replaceAll(' aria-current="page"', "");
}
