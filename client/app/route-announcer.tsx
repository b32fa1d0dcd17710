/** After a client navigation, moves the focus to the page's heading and announces its title, as a document load would. */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { percentDecoded } from "#shared/site/page-address.ts";
import { focusQuietly } from "#client/ui/focus.ts";

/**
 * Rendered once, in the layout, after the page. Another page of a list counts as a navigation too. Announces nothing for the
 * first page, for another hash, or for another query of the same page unless the focus was lost with the link that was
 * followed.
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
    // Keeps the focus if the page has set it itself (on a form's first field).
    if (isSamePage || !main?.contains(focused)) {
      const named = document.getElementById(percentDecoded(hash.slice(1)) ?? "");
      const element = named ?? main?.querySelector<HTMLElement>("h1") ?? main;
      // Leaves scrolling to the router, which knows whether the visitor went back.
      if (element) focusQuietly(element);
    }
    announcement.current?.replaceChildren(document.title);
  }, [pathname, selection, cursor, hash]);

  return <p ref={announcement} className="visually-hidden" role="status" />;
}
