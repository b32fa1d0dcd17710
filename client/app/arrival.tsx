/**
 * After a client navigation: the focus goes to the page's heading and its title is announced, as a document load would, once the
 * page is painted.
 */
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { percentDecoded } from "#shared/page-address.ts";
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
  const rest = String(query);
  const shown = useRef<{
    readonly pathname: string;
    readonly search: string;
    readonly cursor: string | null;
  }>(null);
  const announcement = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const previous = shown.current;
    const note = () => {
      shown.current = { pathname, search: rest, cursor };
    };
    if (!previous) return note();
    const isSamePage = previous.pathname === pathname;
    const isNoArrival = isSamePage && (previous.search !== rest || previous.cursor === cursor);
    const focused = document.activeElement;
    if (focused !== document.body && isNoArrival) return note();
    // Focus and announcement have the page laid out once more, which would have it painted later. Whatever comes before then, such
    // as another hash, finds the visitor still on the way.
    return afterPaint(() => {
      note();
      const main = document.querySelector("main");
      // A page that has placed the focus itself (a form's first field) keeps it; on the same page only what has it still gives it up.
      if (isSamePage ? document.activeElement === focused : !main?.contains(document.activeElement)) {
        const named = document.getElementById(percentDecoded(hash.slice(1)) ?? "");
        const element = named ?? main?.querySelector<HTMLElement>("h1") ?? main;
        // Scrolling is the router's: it knows whether the visitor went back.
        if (element) focusQuietly(element);
      }
      announcement.current?.replaceChildren(document.title);
    });
  }, [pathname, rest, cursor, hash]);

  return <p ref={announcement} className="visually-hidden" role="status" />;
}
