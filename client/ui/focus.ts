/**
 * Moves the focus when the focused element is removed from the page, so that keyboard users can go on from there, and to the
 * first mistake in a form.
 */
import { type FocusEvent, useEffect, useLayoutEffect, useRef } from "react";

/** Focuses an element that users cannot focus, so that the next Tab starts from there; does not scroll. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * A `ref` for elements that pass the focus to the heading above them when they are removed. Leaves the focus alone if it has
 * moved elsewhere by then.
 */
export function focusToHeading(element: HTMLElement | null): () => void {
  return () => {
    if (!element?.contains(document.activeElement)) return;
    const section = element.closest("section, main");
    // Runs after the removal: an open modal dialog that is removed as well prevents other elements from getting the focus.
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
 * Moves the focus when the row that has it is removed from a table. Returns props for the table, and for the element shown in its
 * place if there are no rows. The focus moves to the control in the same column of the row that is now in that place, or of the
 * last row; without such a control, to the element with the props.
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

/** Invalid controls; of invalid radio buttons, the first. */
const REFUSED = '[aria-invalid="true"]:not(fieldset), fieldset[aria-invalid="true"] input';

/** Moves the focus to the first invalid field in document order, whenever `refusals` grows. */
export function useFocusOnProblem(form: HTMLFormElement | null, refusals: number): void {
  useEffect(() => {
    if (refusals > 0) form?.querySelector<HTMLElement>(REFUSED)?.focus();
  }, [form, refusals]);
}
