-- How one becomes a member. STRICT, the checks and the UPDATE are by hand.
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL UNIQUE CHECK (length(`token_hash`) = 64),
	`account_id` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL CHECK (`expires_at` > `created_at`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `invites_by_account` ON `invites` (`account_id`);
CREATE INDEX `invites_by_expiry` ON `invites` (`expires_at`, `id`);
ALTER TABLE `accounts` ADD `id_alone` integer DEFAULT 0 NOT NULL CHECK (`id_alone` IN (0, 1));

-- Until now whoever had no passcode signed in by the id alone, unless they were staff.
UPDATE `accounts` SET `id_alone` = 1 WHERE `passcode_hash` IS NULL AND `role` = 'member';
