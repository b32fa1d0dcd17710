/** Parts of the site that an operator's own backend may lack. */
import type { Page } from "./routes.ts";

/**
 * Each with a call that is answered with 404 if the part is missing, and otherwise with a small answer (search and slices
 * with 400, as a parameter is missing), even if the record is long. A part that is a page has the page's name.
 */
export const SITE_PARTS = {
  signal: "/api/signals/?limit=1",
  traders: "/api/traders/?limit=1",
  search: "/api/search/",
  slices: "/api/traders/-/slices/",
  admin: "/api/admin/signals/?limit=1",
  ledger: "/api/ledger/?limit=1",
  log: "/api/log/key/",
  ledgerExport: "/api/ledger/export.ndjson/?after=999999999999999",
  csv: "/api/signals/export.csv/?from=9999-12-31",
  feeds: "/api/feeds/en/signals.json/",
  follows: "/api/profile/follows/",
  notifications: "/api/profile/notifications/",
  passcode: "/api/auth/me/passcode/",
  passkeys: "/api/profile/passkeys/",
  sessions: "/api/profile/sessions/",
  acts: "/api/profile/acts/",
} as const;

export type SitePart = keyof typeof SITE_PARTS;

/** Whether to link to the page. The guide explains the record, so it is linked only together with it. */
export function isLinked(page: Page, absent: readonly SitePart[]): boolean {
  if (page === "instruction") return hasRecord(absent);
  return !absent.some((part) => part === page);
}

/** Whether there is a record to read. */
export function hasRecord(absent: readonly SitePart[]): boolean {
  return !absent.includes("signal") || !absent.includes("traders");
}
