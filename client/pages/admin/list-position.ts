/** Where a page stands in its list: `1–25 of 312`. */
import { useTranslation } from "react-i18next";
import type { ListPosition } from "#shared/contracts/paging.ts";
import { COUNTED_ROWS } from "#shared/limits.ts";

/** Gives the words for so many rows at a place; null where it is not known, or no row is there. */
export function usePositionText(): (position: ListPosition | undefined, rows: number) => string | null {
  const { t } = useTranslation("queue");
  return (position, rows) => {
    if (!position || position.before === null || rows === 0) return null;
    const { total, before } = position;
    const place = { from: before + 1, to: before + rows };
    if (total === null) return t("position.rangeOfMany", { ...place, total: COUNTED_ROWS });
    // Rows may have come or gone between the two counts.
    const known = { ...place, total: Math.max(total, place.to) };
    return t(rows === 1 ? "position.single" : "position.range", known);
  };
}
