/** Parts of the contract. An operator's own backend may lack any part but sign-in; `API_PARTS` names the parts that it has. */
import type { Page } from "./routes.ts";

/** Each part with the prefixes of its paths, which browsers can reach if the backend has the part. */
export const SITE_PARTS = {
  auth: ["/api/auth/login/", "/api/auth/logout/", "/api/auth/me/", "/api/auth/refresh/"],
  signals: ["/api/signals/", "/api/summary/", "/api/live/"],
  traders: ["/api/traders/", "/api/summary/"],
  search: ["/api/search/"],
  slices: ["/api/traders/"],
  ledger: ["/api/ledger/"],
  log: [
    "/api/log/checkpoint/",
    "/api/log/checkpoints/",
    "/api/log/entries/",
    "/api/log/key/",
    "/api/log/tile/",
    "/api/log/witnesses/",
  ],
  "ledger-export": ["/api/ledger/export.ndjson/"],
  csv: ["/api/signals/export.csv/"],
  feeds: ["/api/feeds/"],
  settings: ["/api/auth/me/"],
  follows: ["/api/profile/feed/", "/api/profile/follows/"],
  notifications: ["/api/profile/notifications/", "/api/profile/push-subscriptions/"],
  passcode: ["/api/auth/me/passcode/"],
  passkeys: [
    "/api/auth/passkeys/login/",
    "/api/auth/passkeys/options/",
    "/api/auth/passkeys/sign-up/",
    "/api/profile/passkeys/",
  ],
  sessions: ["/api/profile/sessions/"],
  acts: ["/api/profile/acts/"],
  export: ["/api/profile/export/"],
  deletion: ["/api/profile/"],
  admin: [
    "/api/admin/accounts/",
    "/api/admin/audit/",
    "/api/admin/ingest-keys/",
    "/api/admin/ingest-messages/",
    "/api/admin/invites/",
    "/api/admin/log-witnesses/",
    "/api/admin/signals/",
    "/api/admin/traders/",
    "/api/admin/webhook-deliveries/",
    "/api/admin/webhooks/",
    "/api/hooks/",
  ],
  vitals: ["/api/admin/vitals/", "/api/vitals/"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SitePart = keyof typeof SITE_PARTS;

export function isSitePart(word: string): word is SitePart {
  return Object.hasOwn(SITE_PARTS, word);
}

const PART_OF_PAGE: Readonly<Partial<Record<Page, SitePart>>> = {
  signal: "signals",
  traders: "traders",
  verify: "ledger",
  search: "search",
  watch: "follows",
  admin: "admin",
};

/** Whether to link to the page. The guide explains the record, so it is linked only together with it. */
export function isLinked(page: Page, absent: readonly SitePart[]): boolean {
  if (page === "instruction") return hasRecord(absent);
  const part = PART_OF_PAGE[page];
  return part === undefined || !absent.includes(part);
}

/**
 * In a text, `<with-ledger>…</with-ledger>` is shown if the site has this part, `<without-ledger>…</without-ledger>` if it lacks it;
 * `record` means signals or traders. Marks do not nest.
 */
export const PART_MARK = /<(with|without)-([a-z-]+)>([^<>]*)<\/\1-\2>/g;

/** The text for this site, without passages about parts that it lacks. */
export function textForSite(text: string, absent: readonly SitePart[]): string {
  const has = (name: string) =>
    name === "record" ? hasRecord(absent) : !(isSitePart(name) && absent.includes(name));
  return text.replaceAll(PART_MARK, (_all, word, name, words) =>
    has(name) === (word === "with") ? words : "",
  );
}

/** Whether there is a record to read. */
export function hasRecord(absent: readonly SitePart[]): boolean {
  return !absent.includes("signals") || !absent.includes("traders");
}
