/** Navigation of a page with several views, each with an address: `?view=…`, the first without. */
import type { ReactNode } from "react";
import { useLocation, useSearchParams } from "react-router";
import { PageLink } from "./link.tsx";

/** The view that the address names; the first if it names no valid one. */
export function useView<View extends string>(views: readonly [View, ...View[]]): View {
  const [query] = useSearchParams();
  const named = query.get("view");
  return views.find((view) => view === named) ?? views[0];
}

export interface ViewNavProps<View extends string> {
  readonly label: string;
  /** `more` is rendered after the text of a view, inside its link. */
  readonly views: readonly { readonly view: View; readonly text: string; readonly more?: ReactNode }[];
  readonly current: View;
  /** The view that the address without `?view=` shows. */
  readonly start: View;
}

export function ViewNav<View extends string>({ label, views, current, start }: ViewNavProps<View>) {
  const { pathname } = useLocation();
  return (
    <nav className="view-nav" aria-label={label}>
      {views.map(({ view, text, more }) => (
        <PageLink
          key={view}
          className="view-nav__link"
          to={view === start ? pathname : `${pathname}?view=${view}`}
          aria-current={view === current ? "page" : undefined}
        >
          {text}
          {more}
        </PageLink>
      ))}
    </nav>
  );
}
