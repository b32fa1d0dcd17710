/**
 * What lies below the first screen of a page comes once that is painted where the page was reached by a link: its beginning is
 * there sooner. Nothing of it is seen on the way but by those whose screen is taller.
 */
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { afterPaint } from "./after-paint.ts";

const RestOfPageContext = createContext(true);

/** Stands once, around the page. */
export function RestOfPageProvider({ children }: { readonly children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const isWholeAtOnce = useNavigationType() === NavigationType.Pop || hash !== "";
  const [page, setPage] = useState({ pathname, isWhole: isWholeAtOnce });
  if (page.pathname !== pathname || (isWholeAtOnce && !page.isWhole)) {
    setPage({ pathname, isWhole: isWholeAtOnce });
  }
  useLayoutEffect(() => {
    if (page.isWhole) return;
    // Another page may have come before React gets to it.
    const complete = (shown: typeof page) =>
      shown.pathname === pathname ? { pathname, isWhole: true } : shown;
    return afterPaint(() => startTransition(() => setPage(complete)));
  }, [page.isWhole, pathname]);
  return <RestOfPageContext value={page.isWhole}>{children}</RestOfPageContext>;
}

/**
 * False until the beginning of such a page is painted, and true ever after. True at once where the page has to be whole: in a
 * document, on the way back (the scroll position is restored), where the address names a place, and when another view of the same
 * page comes.
 */
export function useIsRestShown(): boolean {
  return use(RestOfPageContext);
}

/** Until its children are there, and whatever else is withheld before it, the footer is below the window, however tall that is. */
export function RestOfPage({ children }: { readonly children?: ReactNode }) {
  return useIsRestShown() ? children : <div className="rest-of-page-space" />;
}
