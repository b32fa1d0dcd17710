/**
 * Rewrites the times of a document, which the server sends in UTC (ui/time.tsx), and the zone of its lists (ui/data-table.tsx)
 * in the reader's zone before they are painted, and writes the time left of open signals (features/figures/time-left.tsx).
 * React does the same on hydration and then finds the text that it would render.
 */
import { openText, shareRun, timeLeft } from "#client/features/figures/open-text.ts";
import { formatInstant, type InstantPrecision } from "#client/ui/format-instant.ts";

/** Runs until the document is parsed. Calls `shownZone` only when there is a time to write. */
export function showZoneWhileParsing(document: Document, shownZone: () => string): void {
  const locale = document.documentElement.lang;

  /** Null for elements whose text depends neither on the zone nor on the clock. */
  function textOf(element: HTMLElement): string | null {
    if (element.dataset["zone"] !== undefined) return shownZone();
    const { texts, entry, expires } = element.dataset;
    if (texts !== undefined) {
      const [entryMs, nowMs] = [Number(entry), Date.now()];
      const times = {
        entryMs,
        untilEntryMs: timeLeft(entryMs, nowMs),
        untilExpiryMs: timeLeft(Number(expires), nowMs),
      };
      return openText(texts, times, { locale, timeZone: shownZone() });
    }
    if (!(element instanceof HTMLTimeElement)) return null;
    const precision = element.dataset["precision"] as InstantPrecision | undefined;
    return formatInstant(Date.parse(element.dateTime), { locale, timeZone: shownZone(), precision });
  }

  function write(node: Node | null): void {
    if (!(node instanceof HTMLElement)) return;
    const text = textOf(node);
    if (text !== null && node.textContent !== text) node.textContent = text;
    const { entry, expires } = node.dataset;
    if (node instanceof HTMLProgressElement && entry !== undefined)
      node.value = shareRun({ entryMs: Number(entry), expiresMs: Number(expires) }, Date.now());
  }

  /**
   * May write an element again whose text the parser delivers in two chunks: the second chunk is then appended to the
   * rewritten text.
   */
  function writeAll(records: readonly MutationRecord[]): void {
    for (const { target, addedNodes } of records) {
      write(target instanceof Element ? target : target.parentElement);
      // A new element is not a `target` until its text changes.
      for (const node of addedNodes) write(node);
    }
  }

  const observer = new MutationObserver(writeAll);
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  document.addEventListener("DOMContentLoaded", () => {
    writeAll(observer.takeRecords());
    observer.disconnect();
  });
}
