-- Passkeys, and what they confirm. STRICT and the checks are by hand.
ALTER TABLE `sessions` ADD `confirmed_at` integer;
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`credential_id` text NOT NULL UNIQUE,
	`account_id` text NOT NULL,
	`user_handle` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL CHECK (`counter` >= 0),
	`label` text NOT NULL CHECK (`label` <> ''),
	`transports` text NOT NULL CHECK (json_valid(`transports`)),
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `passkeys_by_account` ON `passkeys` (`account_id`, `created_at`, `id`);
CREATE TABLE `spent_challenges` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;

CREATE INDEX `spent_challenges_by_expiry` ON `spent_challenges` (`expires_at`);
