-- Accounts, sessions and refresh tokens. Times are milliseconds since the epoch (UTC).

-- Who may sign in. Rows are made by staff: enrolment is closed.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY NOT NULL,
  pocketoption_id TEXT NOT NULL UNIQUE CHECK (length(pocketoption_id) BETWEEN 1 AND 64),
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'staff')),
  language TEXT CHECK (language IN ('en', 'de', 'fr', 'it', 'es')),
  time_zone TEXT,
  -- `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`; null where the account signs in by its id alone.
  passcode_hash TEXT CHECK (passcode_hash LIKE '$pbkdf2-sha256$i=%'),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

-- One sign-in and every token that came from it: the token family. Kept until its last refresh token expires.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  -- Last sign-in or rotation.
  last_used_at INTEGER NOT NULL,
  -- Expiry of the newest refresh token.
  expires_at INTEGER NOT NULL,
  -- As in "Firefox on Windows"; empty where unknown.
  user_agent TEXT NOT NULL DEFAULT '',
  -- Network of the address at sign-in (IPv4 /24, IPv6 /48), never the address; empty where unknown.
  network TEXT NOT NULL DEFAULT '',
  revoked_at INTEGER
) STRICT;

CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- One row per refresh token ever issued, until it expires. The token itself is never stored: its identifier is kept as a
-- SHA-256, and a successor's identifier can be derived only from its predecessor and a signing key.
CREATE TABLE refresh_tokens (
  jti_hash TEXT PRIMARY KEY NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- Key that signed it, so that the same successor can be signed again within the grace window.
  signing_key_id TEXT NOT NULL,
  -- When it was exchanged for its successor; null while it is the newest of its family.
  rotated_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);
CREATE INDEX refresh_tokens_by_expiry ON refresh_tokens (expires_at);
