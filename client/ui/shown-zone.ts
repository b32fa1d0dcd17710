/** The time zone in which times are shown: the one that somebody has chosen, else the browser's. */
import { createStore } from "#client/ui/store.ts";
import { isTimeZone } from "#shared/local-time.ts";

// Every time of a page asks for it at every render, and each answer would take a formatter of its own.
let browserZone: string | null = null;
const chosen = createStore<string | null>(null);

/** IANA name; UTC where the browser names none that it knows. */
export function shownZone(): string {
  return chosen.current() ?? (browserZone ??= zoneOfBrowser());
}

/** Takes an IANA name, or null for the browser's own zone; a zone that this browser does not know counts as null. */
export function chooseZone(zone: string | null): void {
  if (zone !== chosen.current()) chosen.set(isTimeZone(zone) ? zone : null);
}

/** Calls back after every change; gives the function that ends it. */
export const watchShownZone = chosen.subscribe;

function zoneOfBrowser(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}
