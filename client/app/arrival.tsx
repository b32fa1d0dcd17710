/**
 * After a client navigation: the focus goes to the page's heading and its title is announced, as a document load would, once the
 * page is painted.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { percentDecoded } from "#shared/percent-decoded.ts";
import { afterPaint } from "#client/ui/after-paint.ts";
import { focusQuietly } from "#client/ui/focus-quietly.ts";

/**
 * Stands once in the layout. Another page of a list is an arrival too. Says nothing for the first page, for another hash or
 * for another query of the same page, unless the focus was lost with the link that was followed.
 */
export function Arrival() {
  const { pathname, search, hash } = useLocation();
  const query = new URLSearchParams(search);
  const cursor = query.get("cursor");
  query.delete("cursor");
  const list = `${pathname}?${query}`;
  const shown = useRef<{ readonly pathname: string; readonly list: string; readonly cursor: string | null }>(
    null,
  );
  const announcement = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const previous = shown.current;
    shown.current = { pathname, list, cursor };
    if (!previous) return;
    const isSamePage = previous.pathname === pathname;
    const isNoArrival = isSamePage && (previous.list !== list || previous.cursor === cursor);
    if (isNoArrival && document.activeElement !== document.body) return;
    // Both have the page laid out once more, which would have it painted later.
    return afterPaint(() => {
      const main = document.querySelector("main");
      // A page that has placed the focus itself (a form's first field) keeps it; on the same page it is where it was.
      if (isSamePage || !main?.contains(document.activeElement)) {
        const element = elementOf(hash) ?? main?.querySelector<HTMLElement>("h1") ?? main;
        // Scrolling is the router's: it knows whether the visitor went back.
        if (element) focusQuietly(element);
      }
      announcement.current?.replaceChildren(document.title);
    });
  }, [pathname, list, cursor, hash]);

  return <p ref={announcement} className="visually-hidden" role="status" />;
}

function elementOf(hash: string): HTMLElement | null {
  return document.getElementById(percentDecoded(hash.slice(1)) ?? "");
}
