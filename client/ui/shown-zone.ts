/** The time zone in which times are shown: the one that somebody has chosen, else the browser's. */
import { createStore } from "#client/store.ts";

// Every time of a page asks for it at every render, and each answer would take a formatter of its own.
let browserZone: string | null = null;
const chosen = createStore<string | null>(null);

/** IANA name. */
export function shownZone(): string {
  return chosen.current() ?? (browserZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Takes an IANA name, or null for the browser's own zone; a zone that this browser does not know counts as null. */
export function chooseZone(zone: string | null): void {
  if (zone !== chosen.current()) chosen.set(zone !== null && isKnown(zone) ? zone : null);
}

/** Calls back after every change; gives the function that ends it. */
export const watchShownZone = chosen.subscribe;

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).format(0) !== "";
  } catch {
    return false;
  }
}
