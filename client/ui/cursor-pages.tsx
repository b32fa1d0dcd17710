/** Links to the first and the next page of a list with cursors; the address holds the position in `cursor`. */
import type { ReactNode } from "react";
import { useLocation, useSearchParams } from "react-router";
import { PageLink } from "./link.tsx";
import { useTranslation } from "react-i18next";

export interface CursorPagesProps {
  /** Rows on this page. */
  readonly count: number;
  /** Cursor of the next page, null on the last. */
  readonly next: string | null;
  /** Texts for this list; default texts if omitted. */
  readonly texts?: CursorPagesTexts;
  /** Id of the element to focus once another page has loaded; by default the page's heading. */
  readonly hash?: string;
}

export interface CursorPagesTexts {
  /** Accessible name of the navigation. */
  readonly label: string;
  /** Summary of this page's rows. */
  readonly summary: ReactNode;
  readonly first?: string;
  readonly next?: string;
}

export function CursorPages({ count, next, texts, hash }: CursorPagesProps) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const isFirst = !query.get("cursor");
  if (isFirst && next === null) return null;
  const hrefAt = (cursor: string | null) => {
    const search = new URLSearchParams(query);
    search.delete("cursor");
    if (cursor !== null) search.set("cursor", cursor);
    const href = search.size > 0 ? `${pathname}?${search}` : pathname;
    return hash === undefined ? href : `${href}#${hash}`;
  };
  return (
    <nav className="pagination" aria-label={texts?.label ?? t("pages.label")}>
      <span>
        {isFirst ? null : <PageLink to={hrefAt(null)}>{texts?.first ?? t("pages.first")}</PageLink>}
      </span>
      <span>{texts?.summary ?? t("pages.rows", { count })}</span>
      <span>
        {next === null ? null : (
          <PageLink to={hrefAt(next)} rel="next">
            {texts?.next ?? t("pages.next")}
          </PageLink>
        )}
      </span>
    </nav>
  );
}
