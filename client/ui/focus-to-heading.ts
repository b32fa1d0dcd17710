/** What leaves the page while it has the focus hands it to the heading above: a keyboard goes on from there. */
import { focusQuietly } from "./focus-quietly.ts";

/** As the `ref` of what may leave. Where the focus has found another place by then, it stays there. */
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
