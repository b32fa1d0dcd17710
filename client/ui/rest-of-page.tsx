/**
 * What lies below the first screen of a page comes once that is painted where the page was reached by a link: its beginning is
 * there sooner. Nothing of it is seen on the way but by those whose screen is taller.
 */
import { createContext, type ReactNode, startTransition, use, useEffect, useState } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { afterPaint } from "./after-paint.ts";

const RestOfPageContext = createContext(true);

/** Stands once, around the page, as the last of `main`. */
export function RestOfPageProvider({ children }: { readonly children: ReactNode }) {
  const { pathname, hash } = useLocation();
  const isWholeAtOnce = useNavigationType() === NavigationType.Pop || hash !== "";
  const [shownPath, setShownPath] = useState(isWholeAtOnce ? pathname : null);
  useEffect(() => {
    // React would render once more for the same state set again.
    if (shownPath === pathname) return;
    return afterPaint(() => startTransition(() => setShownPath(pathname)));
  }, [shownPath, pathname]);
  const isShown = isWholeAtOnce || shownPath === pathname;
  return (
    <RestOfPageContext value={isShown}>
      {children}
      {/* Until the rest is there, what follows the page is not on the screen, however tall that is. */}
      {isShown ? null : <div className="rest-of-page-space" />}
    </RestOfPageContext>
  );
}

/**
 * False in the first rendering of such a page, and true ever after. True at once where the page has to be whole: in a document, on
 * the way back (the scroll position is restored), where the address names a place, and when another view of the same page comes.
 */
export function useIsRestShown(): boolean {
  return use(RestOfPageContext);
}

export function RestOfPage({ children }: { readonly children: ReactNode }) {
  return useIsRestShown() ? children : null;
}
