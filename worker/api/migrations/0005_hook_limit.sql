-- Messages that arrive at the same moment are looked up before any of them is written: only the write can count them.
-- MAX_ALERTS_PER_MINUTE in shared/contracts/hooks.ts, and a minute in milliseconds.
CREATE TRIGGER ingest_keys_publish_so_many BEFORE INSERT ON ingest_events
WHEN (
  SELECT count(*) FROM ingest_events WHERE key_id = NEW.key_id AND received_at > NEW.received_at - 60000
) >= 60
BEGIN
  SELECT RAISE(ABORT, 'ingest key is exhausted');
END;
