/** What the admin area shows, by the address's `view`. */
export const ADMIN_VIEWS = [
  "signals",
  "corrections",
  "traders",
  "accounts",
  "audit",
  "keys",
  "failures",
  "vitals",
] as const;
