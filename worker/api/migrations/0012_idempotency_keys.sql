CREATE TABLE `idempotency_keys` (
	`key_hash` text PRIMARY KEY NOT NULL,
	`request_hash` text NOT NULL,
	`signal_id` text NOT NULL,
	`written_at` integer NOT NULL
) STRICT;

CREATE INDEX `idempotency_keys_by_time` ON `idempotency_keys` (`written_at`);