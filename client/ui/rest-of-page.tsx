/**
 * What lies below the first screen of a page comes one rendering after it where the page was reached by a link: its beginning is
 * painted sooner. Nothing of it is seen on the way but by those whose screen is taller.
 */
import { type ReactNode, useDeferredValue } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";

/**
 * False in the first rendering of a component that comes on such a page, with it or later, and true ever after. True at once where
 * the page has to be whole: in a document, on the way back (the scroll position is restored) and where the address names a place.
 */
export function useIsRestShown(): boolean {
  const { hash } = useLocation();
  const isWholeAtOnce = useNavigationType() === NavigationType.Pop || hash !== "";
  return useDeferredValue(true, isWholeAtOnce ? undefined : false);
}

/** Stands once, at the end of `main`: until the rest is there, what follows the page is not on the screen, however tall that is. */
export function RestOfPageSpace() {
  const { pathname } = useLocation();
  return <Space key={pathname} />;
}

function Space() {
  return useIsRestShown() ? null : <div className="rest-of-page-space" />;
}

export function RestOfPage({ children }: { readonly children: ReactNode }) {
  return useIsRestShown() ? children : null;
}
