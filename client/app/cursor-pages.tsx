/** Back to the start and on through a list that the API gives page by page; where one is, the address says by `cursor`. */
import { useTranslation } from "react-i18next";
import { Link, useLocation, useSearchParams } from "react-router";
import { Pagination } from "#client/ui/pagination.tsx";

export interface CursorPagesProps {
  /** Rows on this page. */
  readonly count: number;
  /** Cursor of the page after it, null on the last. */
  readonly next: string | null;
}

export function CursorPages({ count, next }: CursorPagesProps) {
  const { t } = useTranslation("common");
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const isFirst = !query.get("cursor");
  if (isFirst && next === null) return null;
  const hrefAt = (cursor: string | null) => {
    const search = new URLSearchParams(query);
    search.delete("cursor");
    if (cursor !== null) search.set("cursor", cursor);
    return search.size > 0 ? `${pathname}?${search}` : pathname;
  };
  return (
    <Pagination
      label={t("pages.label")}
      summary={t("pages.rows", { count })}
      previous={isFirst ? null : <Link to={hrefAt(null)}>{t("pages.first")}</Link>}
      next={
        next === null ? null : (
          <Link to={hrefAt(next)} rel="next">
            {t("pages.next")}
          </Link>
        )
      }
    />
  );
}
