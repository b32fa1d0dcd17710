/** Fetches what the page behind a link needs, its code and texts beside its data, before the link is pressed. */
import type { i18n } from "i18next";
import type { FetchAhead } from "#client/ui/link.tsx";
import { PAGE_KEYS } from "#client/pages/page-keys.ts";
import type { Language } from "#shared/languages.ts";
import { pageOfPath } from "#shared/routes.ts";
import { currentConnection, mayFetchAhead } from "./connection.ts";
import { loadPage } from "./page-loader.ts";
import type { Shell } from "./shell.ts";

export interface FetchAheadWorld extends Pick<Shell, "parts" | "path" | "payloads"> {
  readonly i18n: i18n;
  readonly language: Language;
}

/** Again each time a link is pointed at: what was fetched gets old, and whoever keeps it knows when. */
export function createFetchAhead({ i18n, language, parts, path, payloads }: FetchAheadWorld): FetchAhead {
  return (href) => {
    const { pathname, search } = new URL(href);
    const page = pageOfPath(pathname);
    if (page === null || pathname + search === path() || !mayFetchAhead(currentConnection())) return;
    void parts.orNothing(() => loadPage(i18n, language, page));
    if (PAGE_KEYS[page]) void payloads.prefetch(pathname + search);
  };
}
