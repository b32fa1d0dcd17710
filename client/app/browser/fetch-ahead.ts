/** Prefetches what the page behind a link needs (code, texts and data) before the link is pressed. */
import type { i18n } from "i18next";
import type { FetchAhead } from "#client/ui/link.tsx";
import { PAGE_KEYS } from "#client/pages/page-keys.ts";
import type { Language } from "#shared/site/languages.ts";
import { pageOfPath } from "#shared/site/routes.ts";
import { currentConnection, mayFetchAhead } from "./connection.ts";
import { loadPage } from "./page-loader.ts";
import type { Shell } from "./shell.ts";

export interface FetchAheadWorld extends Pick<Shell, "parts" | "path" | "payloads"> {
  readonly i18n: i18n;
  readonly language: Language;
}

/** Called each time a link is pointed at: prefetched data expires, and the caches decide what to fetch again. */
export function createFetchAhead({ i18n, language, parts, path, payloads }: FetchAheadWorld): FetchAhead {
  return (href) => {
    const { pathname, search } = new URL(href);
    const page = pageOfPath(pathname);
    if (page === null || pathname + search === path() || !mayFetchAhead(currentConnection())) return;
    void parts.orNothing(() => loadPage(i18n, language, page));
    if (PAGE_KEYS[page]) void payloads.prefetch(pathname + search);
  };
}
