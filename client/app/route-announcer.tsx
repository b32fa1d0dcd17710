/** After a client navigation: the focus goes to the page's heading and its title is announced, as a document load would. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { percentDecoded } from "#shared/page-address.ts";
import { focusQuietly } from "#client/ui/focus.ts";

/**
 * Stands once in the layout, after the page. Another page of a list is an arrival too. Says nothing for the first page, for
 * another hash or for another query of the same page, unless the focus was lost with the link that was followed.
 */
export function RouteAnnouncer() {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const cursor = query.get("cursor");
  query.delete("cursor");
  const selection = String(query);
  const shown = useRef<{
    readonly pathname: string;
    readonly selection: string;
    readonly cursor: string | null;
  }>(null);
  const announcement = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const previous = shown.current;
    shown.current = { pathname, selection, cursor };
    if (!previous) return;
    const focused = document.activeElement;
    const isSamePage = previous.pathname === pathname;
    const isPageOfList = previous.selection === selection && previous.cursor !== cursor;
    if (isSamePage && !isPageOfList && focused !== document.body) return;
    const main = document.querySelector("main");
    // A page that has placed the focus itself (a form's first field) keeps it.
    if (isSamePage || !main?.contains(focused)) {
      const named = document.getElementById(percentDecoded(hash.slice(1)) ?? "");
      const element = named ?? main?.querySelector<HTMLElement>("h1") ?? main;
      // Scrolling is the router's: it knows whether the visitor went back.
      if (element) focusQuietly(element);
    }
    announcement.current?.replaceChildren(document.title);
  }, [pathname, selection, cursor, hash]);

  return <p ref={announcement} className="visually-hidden" role="status" />;
}
