-- What was sent with a usable key: written before its sender is told that it was taken, so that nothing which was is lost. The scheduled
-- job publishes what is still `received`; staff see all of them.
CREATE TABLE ingest_messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL REFERENCES ingest_keys (id),
  received_at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'published', 'refused')),
  -- As it came, until it is decided on; then shortened, and without anything that is named like a secret.
  body TEXT NOT NULL,
  -- The sender's id for it, of a header; null once it is decided on.
  given_id TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  signal_id TEXT,
  code TEXT,
  detail TEXT,
  CHECK ((state = 'published') = (signal_id IS NOT NULL)),
  CHECK ((state = 'refused') = (code IS NOT NULL)),
  CHECK ((state = 'refused') = (detail IS NOT NULL))
) STRICT;

CREATE INDEX ingest_messages_by_key ON ingest_messages (key_id);
CREATE INDEX ingest_messages_by_state ON ingest_messages (state);
CREATE INDEX ingest_messages_by_key_state ON ingest_messages (key_id, state);

-- A worker that is rolled back writes and reads `ingest_failures`, which stays for that alone.
INSERT INTO ingest_messages (key_id, received_at, request_id, state, body, code, detail)
SELECT key_id, received_at, request_id, 'refused', excerpt, code, detail FROM ingest_failures ORDER BY seq;

-- A message that is published late counts with those of its own minute, not with all that have come since.
DROP TRIGGER ingest_keys_publish_so_many;
CREATE TRIGGER ingest_keys_publish_so_many BEFORE INSERT ON ingest_events
WHEN (
  SELECT count(*) FROM ingest_events
  WHERE key_id = NEW.key_id AND received_at > NEW.received_at - 60000 AND received_at <= NEW.received_at
) >= 60
BEGIN
  SELECT RAISE(ABORT, 'ingest key is exhausted');
END;

-- What the signals of a key may say, set by staff: payouts in ten-thousandths of the stake, seconds from entry to expiry, and a JSON
-- list of assets, empty for any. As wide as every signal may be for the keys that are there.
ALTER TABLE ingest_keys ADD COLUMN min_payout INTEGER NOT NULL DEFAULT 1;
ALTER TABLE ingest_keys ADD COLUMN max_payout INTEGER NOT NULL DEFAULT 100000 CHECK (max_payout >= min_payout);
ALTER TABLE ingest_keys ADD COLUMN min_life INTEGER NOT NULL DEFAULT 1;
ALTER TABLE ingest_keys ADD COLUMN max_life INTEGER NOT NULL DEFAULT 31622400 CHECK (max_life >= min_life);
ALTER TABLE ingest_keys ADD COLUMN assets TEXT NOT NULL DEFAULT '[]';
-- Whether the `confidence` of its messages is the trader's own: bots also send scores by that name.
ALTER TABLE ingest_keys ADD COLUMN takes_confidence INTEGER NOT NULL DEFAULT 0 CHECK (takes_confidence IN (0, 1));
