/** Where the focus goes once what had it has left the page: a keyboard goes on from there. */
import { type FocusEvent, useLayoutEffect, useRef } from "react";

/** Gives an element the focus that a visitor cannot give it, for what follows from there; where the page is scrolled to stays. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** As the `ref` of what hands the focus to the heading above it when it leaves. Where the focus has found another place by then, it stays there. */
export function focusToHeading(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const section = element.closest("section, main");
    // Once it has left: an open dialog that goes with it lets nothing else have the focus.
    queueMicrotask(() => {
      const heading = section?.querySelector<HTMLElement>("h1, h2");
      if (heading && document.activeElement === document.body) focusQuietly(heading);
    });
  };
}

interface FocusedCell {
  readonly element: Element;
  readonly rowIndex: number;
  readonly cellIndex: number;
}

/**
 * A row that leaves its table while it has the focus hands it on. The props of a table, and of what stands in its place without
 * rows: the focus goes to the control in the same column of the
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
