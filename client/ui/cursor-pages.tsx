/** Back to the start and on through a list that the API gives page by page; where one is, the address says by `cursor`. */
import type { ReactNode } from "react";
import { useLocation, useSearchParams } from "react-router";
import { PageLink } from "./link.tsx";
import { useTranslation } from "react-i18next";

export interface CursorPagesProps {
  /** Rows on this page. */
  readonly count: number;
  /** Cursor of the page after it, null on the last. */
  readonly next: string | null;
  /** Words for this list; those for any where they are left out. */
  readonly texts?: CursorPagesTexts;
  /** Id of what has the focus once another page has come; the page's heading unless said. */
  readonly hash?: string;
}

export interface CursorPagesTexts {
  /** Name of the navigation. */
  readonly label: string;
  /** What stands on this page. */
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
