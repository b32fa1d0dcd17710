/** What of the API is public: every call of the contract begins with one of these; a test holds the list to its description. */

export const API_PATHS = [
  "/api/admin/accounts/",
  "/api/admin/audit/",
  "/api/admin/ingest-failures/",
  "/api/admin/ingest-keys/",
  "/api/admin/signals/",
  "/api/admin/traders/",
  "/api/admin/vitals/",
  "/api/auth/login/",
  "/api/auth/logout/",
  "/api/auth/me/",
  "/api/auth/refresh/",
  "/api/feeds/",
  "/api/hooks/",
  "/api/ledger/",
  "/api/live/",
  "/api/profile/",
  "/api/signals/",
  "/api/summary/",
  "/api/traders/",
  "/api/vitals/",
] as const;
