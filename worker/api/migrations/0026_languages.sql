-- A language is added by one INSERT here, where a CHECK would have its table made anew. All of it is by hand. The accounts stand where they
-- are, since a DROP TABLE would take their sessions along. Triggers instead of references: a backup has this table behind the accounts.
CREATE TABLE `languages` (
	`code` text PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO `languages` (`code`) VALUES ('en'), ('de'), ('fr'), ('it'), ('es');

ALTER TABLE `accounts` ADD `spoken` text;
UPDATE `accounts` SET `spoken` = `language` WHERE `language` IS NOT NULL;
ALTER TABLE `accounts` DROP COLUMN `language`;
ALTER TABLE `accounts` RENAME COLUMN `spoken` TO `language`;

-- A column that may not be null cannot be added without a default. Nothing refers to this table, and no trigger is its own.
CREATE TABLE `subscribed` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`server_key` text NOT NULL,
	`language` text NOT NULL,
	`time_zone` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
INSERT INTO `subscribed` SELECT * FROM `push_subscriptions`;
DROP TABLE `push_subscriptions`;
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL UNIQUE CHECK (length(`endpoint`) <= 2000),
	`p256dh` text NOT NULL CHECK (length(`p256dh`) = 87),
	`auth` text NOT NULL CHECK (length(`auth`) = 22),
	`server_key` text NOT NULL CHECK (length(`server_key`) = 87),
	`language` text NOT NULL,
	`time_zone` text NOT NULL,
	`device` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
INSERT INTO `push_subscriptions` SELECT * FROM `subscribed`;
DROP TABLE `subscribed`;
CREATE INDEX `push_subscriptions_by_account` ON `push_subscriptions` (`account_id`, `id`);
CREATE INDEX `push_subscriptions_by_session` ON `push_subscriptions` (`session_id`);

CREATE TRIGGER accounts_have_a_language_on_insert BEFORE INSERT ON accounts
WHEN NEW.language NOT IN (SELECT code FROM languages)
BEGIN
	SELECT RAISE(ABORT, 'the site does not speak this language');
END;

CREATE TRIGGER accounts_have_a_language_on_update BEFORE UPDATE OF language ON accounts
WHEN NEW.language NOT IN (SELECT code FROM languages)
BEGIN
	SELECT RAISE(ABORT, 'the site does not speak this language');
END;

CREATE TRIGGER push_subscriptions_have_a_language_on_insert BEFORE INSERT ON push_subscriptions
WHEN NEW.language NOT IN (SELECT code FROM languages)
BEGIN
	SELECT RAISE(ABORT, 'the site does not speak this language');
END;

CREATE TRIGGER push_subscriptions_have_a_language_on_update BEFORE UPDATE OF language ON push_subscriptions
WHEN NEW.language NOT IN (SELECT code FROM languages)
BEGIN
	SELECT RAISE(ABORT, 'the site does not speak this language');
END;
