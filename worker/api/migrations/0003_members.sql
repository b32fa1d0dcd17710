-- What members follow, what staff did, and how signals arrive by machine. Times are milliseconds since the epoch (UTC).

-- At most MAX_FOLLOWS per account (shared/contracts/profile.ts).
CREATE TABLE follows (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  followed_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, trader_id)
) STRICT, WITHOUT ROWID;

-- Staff look accounts up by the beginning of an id or a name, whatever its case.
CREATE INDEX accounts_by_search_id ON accounts (pocketoption_id COLLATE NOCASE, id);
CREATE INDEX accounts_by_search_name ON accounts (name COLLATE NOCASE, id);
-- The staff who can sign in: small, and read whenever one of them is about to go.
CREATE INDEX accounts_active_staff ON accounts (id) WHERE role = 'staff' AND is_active = 1;

-- Every act of staff. Accounts stand in it by their random id alone, so that a deleted account is nobody; there is no
-- foreign key, because the entry outlives the account.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  action TEXT NOT NULL,
  -- Id or handle of what was acted on.
  target TEXT NOT NULL,
  -- JSON object: what was changed, never personal data.
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  -- Network of the address (IPv4 /24, IPv6 /48); empty where unknown.
  network TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT;

-- Every list is newest first by (at, seq); one index for each set of filters.
CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at);
CREATE INDEX audit_log_by_action ON audit_log (action, at);
CREATE INDEX audit_log_by_actor_action ON audit_log (actor_id, action, at);

-- INSERT OR REPLACE would delete the row it collides with, past the DELETE trigger.
CREATE TRIGGER audit_log_refuses_replace BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

CREATE TRIGGER audit_log_refuses_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

CREATE TRIGGER audit_log_refuses_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

-- Addresses that machines post signals to, each for one trader. The key itself is shown once and never stored.
CREATE TABLE ingest_keys (
  id TEXT PRIMARY KEY NOT NULL,
  -- SHA-256 of the key, which is random enough to need no salt.
  key_hash TEXT NOT NULL UNIQUE CHECK (length(key_hash) = 64),
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  label TEXT NOT NULL,
  -- What a message leaves unsaid: payout in ten-thousandths of the stake, and times in seconds.
  payout INTEGER NOT NULL CHECK (payout > 0),
  entry_delay INTEGER NOT NULL CHECK (entry_delay > 0),
  life INTEGER NOT NULL CHECK (life > 0),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;

CREATE INDEX ingest_keys_by_time ON ingest_keys (created_at, id);

-- Messages that became signals, written in the transaction that published them: a repeated one collides here.
CREATE TABLE ingest_events (
  key_id TEXT NOT NULL REFERENCES ingest_keys (id),
  idempotency_key TEXT NOT NULL,
  signal_id TEXT NOT NULL,
  -- Clock of the sender where the message says it, and ours when the message arrived.
  sent_at INTEGER,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX ingest_events_by_time ON ingest_events (key_id, received_at);

-- Messages that were refused: the newest of each key (MAX_INGEST_FAILURES in shared/contracts/hooks.ts).
CREATE TABLE ingest_failures (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL REFERENCES ingest_keys (id),
  received_at INTEGER NOT NULL,
  code TEXT NOT NULL,
  detail TEXT NOT NULL,
  -- Beginning of the message without anything that is named like a secret.
  excerpt TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT;

CREATE INDEX ingest_failures_by_key ON ingest_failures (key_id);
