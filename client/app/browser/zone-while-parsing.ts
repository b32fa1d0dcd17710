/**
 * Rewrites the times of a document, which the server sends in UTC (ui/time.tsx), and the zone of its lists (ui/zone-note.tsx)
 * in the reader's zone before they are painted. React does the same on hydration and then finds the text that it would render.
 */
import { formatInstant, type InstantPrecision } from "#client/ui/format-instant.ts";

/** Runs until the document is parsed. Calls `shownZone` only when there is a time to write. */
export function showZoneWhileParsing(document: Document, shownZone: () => string): void {
  const locale = document.documentElement.lang;

  /** Null for elements whose text does not depend on the zone. */
  function inShownZone(element: Element | null): string | null {
    if (!(element instanceof HTMLElement)) return null;
    if (element.dataset["zone"] !== undefined) return shownZone();
    if (!(element instanceof HTMLTimeElement)) return null;
    const precision = element.dataset["precision"] as InstantPrecision | undefined;
    return formatInstant(Date.parse(element.dateTime), { locale, timeZone: shownZone(), precision });
  }

  /**
   * May run again for an element whose text the parser delivers in two chunks: the second chunk is then appended to the
   * rewritten text.
   */
  function write(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      const text = inShownZone(element);
      if (element && text !== null && element.textContent !== text) element.textContent = text;
    }
  }

  const observer = new MutationObserver(write);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener("DOMContentLoaded", () => {
    write(observer.takeRecords());
    observer.disconnect();
  });
}
