/**
 * Links to pages of this language. When a link is hovered or focused, the data and code of its page are prefetched. For
 * everything else (another language, a file, an API answer, an anchor on the same page) use a plain `<a>`.
 */
import { createContext, type FocusEvent, type PointerEvent, use } from "react";
import { Link, type LinkProps, NavLink, type NavLinkProps } from "react-router";

/** Prefetches what the page at `href` needs. */
export type FetchAhead = (href: string) => void;

const FetchAheadContext = createContext<FetchAhead>(() => {});

/** Provided around the router in a browser; a server prefetches nothing. */
export const FetchAheadProvider = FetchAheadContext.Provider;

export function PageLink(props: LinkProps) {
  return <Link discover="none" {...useIntent()} {...props} />;
}

/** Sets `aria-current` if its page, or one below it, is the page shown. */
export function PageNavLink(props: NavLinkProps) {
  return <NavLink discover="none" {...useIntent()} {...props} />;
}

function useIntent() {
  const fetchAhead = use(FetchAheadContext);
  return {
    onPointerEnter: ({ currentTarget }: PointerEvent<HTMLAnchorElement>) => fetchAhead(currentTarget.href),
    onFocus({ currentTarget }: FocusEvent<HTMLAnchorElement>) {
      // A press focuses the link as well, but the pointer has already prefetched.
      if (currentTarget.matches(":focus-visible")) fetchAhead(currentTarget.href);
    },
  };
}
