/**
 * Links to pages of this language. Once a visitor points at one or comes to it by keyboard, what its page needs is fetched ahead.
 * Everything else (another language, a file, an API answer, a place on the same page) is a plain `<a>`.
 */
import { createContext, type FocusEvent, type PointerEvent, use } from "react";
import { Link, type LinkProps, NavLink, type NavLinkProps } from "react-router";

/** Fetches what the page at `href` needs. */
export type FetchAhead = (href: string) => void;

const FetchAheadContext = createContext<FetchAhead>(() => {});

/** Stands around the router in a browser; a server fetches nothing ahead. */
export const FetchAheadProvider = FetchAheadContext.Provider;

export function PageLink(props: LinkProps) {
  return <Link discover="none" {...useIntent()} {...props} />;
}

/** Says by `aria-current` where its page, or one below it, is the page shown. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink discover="none" {...useIntent()} {...props} />;
}

function useIntent() {
  const fetchAhead = use(FetchAheadContext);
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLAnchorElement>) => fetchAhead(currentTarget.href),
    onFocus({ currentTarget }: FocusEvent<HTMLAnchorElement>) {
      // A press gives the focus as well, but the pointer was there before.
      if (currentTarget.matches(":focus-visible")) fetchAhead(currentTarget.href);
    },
  };
}
