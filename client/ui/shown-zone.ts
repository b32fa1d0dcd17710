/** The time zone in which times are shown: the chosen one, else the browser's. */
import { createStore } from "#client/ui/store.ts";
import { isTimeZone } from "#shared/time/local-time.ts";

// Cached, because every time on a page reads it at every render, and each read would create a formatter.
let browserZone: string | null = null;
const chosen = createStore<string | null>(null);

/** IANA name; UTC if the browser reports none that it knows. */
export function shownZone(): string {
  return chosen.current() ?? (browserZone ??= zoneOfBrowser());
}

/** Takes an IANA name, or null for the browser's own zone; a zone unknown to this browser counts as null. */
export function chooseZone(zone: string | null): void {
  if (zone !== chosen.current()) chosen.set(isTimeZone(zone) ? zone : null);
}

/** Calls back after every change; returns the function that unsubscribes. */
export const watchShownZone = chosen.subscribe;

function zoneOfBrowser(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}
