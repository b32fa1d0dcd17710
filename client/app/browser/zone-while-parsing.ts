/**
 * Writes the times of a document, which come in UTC (ui/time.tsx), in the zone of who reads it, before they are painted. React
 * does the same once it has taken over, and then finds them as it would write them.
 */
import { formatInstant, type InstantPrecision } from "#client/ui/format-instant.ts";

/** Until the document is whole. `shownZone` is asked once there is a time to write. */
export function showZoneWhileParsing(document: Document, shownZone: () => string): void {
  const locale = document.documentElement.lang;

  /** Again where the parser has had half of the text: then the other half stands behind what was written. */
  function write(records: readonly MutationRecord[]): void {
    for (const { target } of records) {
      const time = target instanceof Element ? target : target.parentElement;
      if (!(time instanceof HTMLTimeElement)) continue;
      const precision = time.dataset["precision"] as InstantPrecision | undefined;
      const text = formatInstant(Date.parse(time.dateTime), { locale, timeZone: shownZone(), precision });
      if (time.textContent !== text) time.textContent = text;
    }
  }

  const observer = new MutationObserver(write);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener("DOMContentLoaded", () => {
    write(observer.takeRecords());
    observer.disconnect();
  });
}
