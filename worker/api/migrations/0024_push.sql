-- Notifications of new signals to followers. STRICT, the checks, the triggers and the row are by hand.
CREATE TABLE `notification_settings` (
	`account_id` text PRIMARY KEY NOT NULL,
	`push` integer DEFAULT 1 NOT NULL CHECK (`push` IN (0, 1)),
	`quiet_from` text CHECK (`quiet_from` GLOB '[0-2][0-9]:[0-5][0-9]' AND `quiet_from` < '24'),
	`quiet_until` text CHECK (`quiet_until` GLOB '[0-2][0-9]:[0-5][0-9]' AND `quiet_until` < '24'),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	CHECK ((`quiet_from` IS NULL) = (`quiet_until` IS NULL)),
	CHECK (`quiet_from` <> `quiet_until`)
) STRICT;

CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL UNIQUE CHECK (length(`endpoint`) <= 2000),
	`p256dh` text NOT NULL CHECK (length(`p256dh`) = 87),
	`auth` text NOT NULL CHECK (length(`auth`) = 22),
	`server_key` text NOT NULL CHECK (length(`server_key`) = 87),
	`language` text NOT NULL CHECK (`language` IN ('en', 'de', 'fr', 'it', 'es')),
	`time_zone` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;

CREATE INDEX `push_subscriptions_by_account` ON `push_subscriptions` (`account_id`, `id`);
CREATE INDEX `push_subscriptions_by_session` ON `push_subscriptions` (`session_id`);

CREATE TABLE `push_progress` (
	`id` integer PRIMARY KEY NOT NULL CHECK (`id` = 1),
	`seq` integer NOT NULL CHECK (`seq` >= 0)
) STRICT;

INSERT INTO `push_progress` SELECT 1, coalesce(max(`seq`), 0) FROM `ledger`;

ALTER TABLE `follows` ADD `is_muted` integer DEFAULT 0 NOT NULL CHECK (`is_muted` IN (0, 1));
CREATE INDEX `follows_told` ON `follows` (`trader_id`, `account_id`) WHERE is_muted = 0;

-- Whoever ends a session, by whatever call, ends what was subscribed to in it.
CREATE TRIGGER push_subscriptions_end_with_their_session AFTER UPDATE OF revoked_at ON sessions
WHEN NEW.revoked_at IS NOT NULL
BEGIN
	DELETE FROM push_subscriptions WHERE session_id = NEW.id;
END;

-- So does a passcode that is set anew, an account that is switched off or that its id alone opens no more, where the session has expired and is no more.
CREATE TRIGGER push_subscriptions_end_with_a_passcode AFTER UPDATE OF passcode_hash, is_active, id_alone ON accounts
WHEN NEW.passcode_hash IS NOT OLD.passcode_hash OR NEW.is_active = 0 OR NEW.id_alone < OLD.id_alone
BEGIN
	DELETE FROM push_subscriptions WHERE account_id = NEW.id
		AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session_id);
END;

-- And a passkey that is removed: it may have opened that session.
CREATE TRIGGER push_subscriptions_end_with_a_passkey AFTER DELETE ON passkeys
BEGIN
	DELETE FROM push_subscriptions WHERE account_id = OLD.account_id
		AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = push_subscriptions.session_id);
END;
