/**
 * Links lead through the router, wherever on the page they stand. They are plain elements: a component that watches the address,
 * as React Router's `Link` does, would be rendered with every navigation, for each link of the page.
 */
import { createPath, type DataRouter } from "react-router";
import type { Language } from "#shared/languages.ts";
import { pageOfPath } from "#shared/routes.ts";

/** Pathname and query of the page behind `href` that this document can show; null for everything else. */
export function pageBehind(href: string, language: Language): string | null {
  const { origin, pathname, search } = new URL(href, window.location.href);
  // Another language is another document.
  const isOwn = origin === window.location.origin && `${pathname}/`.startsWith(`/${language}/`);
  return isOwn && pageOfPath(pathname) ? pathname + search : null;
}

/**
 * Until the signal aborts, a press on a link to a page of this language is a client navigation. `data-document` on the link asks
 * for the document, `data-keep-scroll` leaves the page where it is scrolled to.
 */
export function followLinks(
  router: Pick<DataRouter, "navigate" | "state">,
  { language, until }: { readonly language: Language; readonly until: AbortSignal },
): void {
  const follow = (event: MouseEvent) => {
    const link = pressedLink(event);
    const page = link && pageBehind(link.href, language);
    if (!link || page === null) return;
    event.preventDefault();
    const path = page + link.hash;
    void router.navigate(path, {
      // As browsers do: the page shown is not there twice on the way back.
      replace: path === createPath(router.state.location),
      preventScrollReset: "keepScroll" in link.dataset,
    });
  };
  // After all others, of which one may have taken the press for itself.
  window.addEventListener("click", follow, { signal: until });
}

/** The link that is to be followed in this window, in place of whatever the browser would do; null for any other press. */
function pressedLink(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest<HTMLAnchorElement>("a[href]");
  const isBrowsers = link?.matches('[href^="#"], [target], [download], [data-document]');
  return isBrowsers ? null : link;
}
