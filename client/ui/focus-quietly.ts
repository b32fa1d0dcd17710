/** Gives an element the focus that a visitor cannot give it, for what follows from there; where the page is scrolled to stays. */
export function focusQuietly(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
