-- Signed messages to addresses outside. STRICT and the checks are by hand.
CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`description` text NOT NULL,
	`events` text NOT NULL CHECK (json_valid(`events`)),
	`traders` text NOT NULL CHECK (json_valid(`traders`)),
	`secret_version` integer NOT NULL CHECK (`secret_version` >= 1),
	`old_secret_until` integer CHECK (`old_secret_until` IS NULL OR `secret_version` > 1),
	`created_at` integer NOT NULL,
	`off_since` integer,
	`off_reason` text CHECK (`off_reason` IN ('staff', 'gone')),
	`seq` integer NOT NULL CHECK (`seq` >= 0),
	`taken_until` integer NOT NULL,
	`resume_at` integer NOT NULL,
	CHECK ((`off_since` IS NULL) = (`off_reason` IS NULL))
) STRICT;

CREATE INDEX `webhooks_by_time` ON `webhooks` (`created_at`, `id`);

CREATE TABLE `webhook_deliveries` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`webhook_id` text NOT NULL,
	`ledger_seq` integer,
	`signal_id` text,
	`type` text NOT NULL CHECK (`type` IN ('signal.published', 'signal.settled', 'signal.voided', 'signal.corrected', 'webhook.test')),
	`at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`state` text NOT NULL CHECK (`state` IN ('pending', 'delivered', 'failed')),
	`attempts` integer NOT NULL CHECK (`attempts` >= 0),
	`next_at` integer,
	`attempted_at` integer,
	`status` integer,
	`words` text,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhooks`(`id`) ON UPDATE no action ON DELETE cascade,
	CHECK ((`state` = 'pending') = (`next_at` IS NOT NULL)),
	CHECK ((`type` = 'webhook.test') = (`ledger_seq` IS NULL)),
	CHECK ((`signal_id` IS NULL) = (`ledger_seq` IS NULL))
) STRICT;

CREATE UNIQUE INDEX `webhook_deliveries_once` ON `webhook_deliveries` (`webhook_id`, `ledger_seq`);
CREATE INDEX `webhook_deliveries_by_webhook` ON `webhook_deliveries` (`webhook_id`);
CREATE INDEX `webhook_deliveries_by_state` ON `webhook_deliveries` (`state`);
CREATE INDEX `webhook_deliveries_by_webhook_state` ON `webhook_deliveries` (`webhook_id`, `state`);
