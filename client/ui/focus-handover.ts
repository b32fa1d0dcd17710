/** A row that leaves its table while it has the focus hands it on: a keyboard goes on from where it was. */
import { type FocusEvent, useLayoutEffect, useRef } from "react";
import { focusQuietly } from "./focus-quietly.ts";

interface FocusedCell {
  readonly element: Element;
  readonly rowIndex: number;
  readonly cellIndex: number;
}

/**
 * The props of a table, and of what stands in its place without rows. The focus goes to the control in the same column of the
 * row that took the place of the one that left, else of the last row; where there is none, to the element with the props.
 */
export function useFocusHandover(rows: readonly unknown[]) {
  const table = useRef<HTMLElement>(null);
  const focused = useRef<FocusedCell>(null);

  useLayoutEffect(() => {
    const lost = focused.current;
    if (!lost || lost.element.isConnected) return;
    focused.current = null;
    const row = table.current?.querySelectorAll("tbody tr")[Math.min(lost.rowIndex, rows.length - 1)];
    const control = row?.children[lost.cellIndex]?.querySelector<HTMLElement>("a, button") ?? table.current;
    if (control) focusQuietly(control);
  }, [rows]);

  return {
    ref: (element: HTMLElement | null) => void (table.current = element),
    onBlur: () => void (focused.current = null),
    onFocus({ target: element }: FocusEvent) {
      const cell = element.closest<HTMLTableCellElement>("tr > *");
      const row = cell?.closest("tr");
      focused.current =
        cell && row ? { element, rowIndex: row.sectionRowIndex, cellIndex: cell.cellIndex } : null;
    },
  };
}
