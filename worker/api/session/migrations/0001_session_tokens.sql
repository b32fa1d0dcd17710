-- A further database for refresh tokens (SESSIONS_DB_COUNT). The same table as in worker/api/migrations, which a test compares.
CREATE TABLE `session_tokens` (
	`session_id` text PRIMARY KEY NOT NULL,
	`jti_hash` text NOT NULL CHECK (length(`jti_hash`) = 64),
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`signing_key_id` text NOT NULL,
	`earlier` text DEFAULT '[]' NOT NULL CHECK (json_valid(`earlier`))
) STRICT, WITHOUT ROWID;
