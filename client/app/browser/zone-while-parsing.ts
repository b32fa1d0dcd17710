/**
 * Writes the times of a document, which come in UTC (ui/time.tsx), and the zone of its lists (ui/data-table.tsx) in the zone of who reads it, before they are painted. React
 * does the same once it has taken over, and then finds them as it would write them.
 */
import { formatInstant, type InstantPrecision } from "#client/ui/format-instant.ts";

/** Until the document is whole. `shownZone` is asked once there is a time to write. */
export function showZoneWhileParsing(document: Document, shownZone: () => string): void {
  const locale = document.documentElement.lang;

  /** Null for what is the same in every zone. */
  function inShownZone(element: Element | null): string | null {
    if (!(element instanceof HTMLElement)) return null;
    if (element.dataset["zone"] !== undefined) return shownZone();
    if (!(element instanceof HTMLTimeElement)) return null;
    const precision = element.dataset["precision"] as InstantPrecision | undefined;
    return formatInstant(Date.parse(element.dateTime), { locale, timeZone: shownZone(), precision });
  }

  /** Again where the parser has had half of the text: then the other half stands behind what was written. */
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
