-- Fields of a key's messages that were passed over because no known template has them: a JSON list of names, for staff.
ALTER TABLE ingest_keys ADD COLUMN not_understood TEXT NOT NULL DEFAULT '[]';
