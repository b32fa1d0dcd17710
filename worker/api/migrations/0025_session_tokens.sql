-- The newest refresh token of each session, in one row without an index. STRICT, WITHOUT ROWID, the checks, the trigger and the INSERT are by hand.
CREATE TABLE `session_tokens` (
	`session_id` text PRIMARY KEY NOT NULL,
	`jti_hash` text NOT NULL CHECK (length(`jti_hash`) = 64),
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`signing_key_id` text NOT NULL,
	`earlier` text DEFAULT '[]' NOT NULL CHECK (json_valid(`earlier`))
) STRICT, WITHOUT ROWID;

ALTER TABLE `sessions` ADD `tokens_db` integer DEFAULT 0 NOT NULL CHECK (`tokens_db` >= 0);

INSERT INTO `session_tokens` (`session_id`, `jti_hash`, `issued_at`, `expires_at`, `signing_key_id`)
SELECT `session_id`, `jti_hash`, `issued_at`, `expires_at`, `signing_key_id` FROM `refresh_tokens` WHERE `rotated_at` IS NULL
-- Some sessions of a damaged database could have two.
ON CONFLICT DO NOTHING;

-- What the version before issues until this one is deployed.
CREATE TRIGGER `refresh_tokens_are_copied` AFTER INSERT ON `refresh_tokens` BEGIN
  INSERT INTO `session_tokens` (`session_id`, `jti_hash`, `issued_at`, `expires_at`, `signing_key_id`)
  VALUES (NEW.`session_id`, NEW.`jti_hash`, NEW.`issued_at`, NEW.`expires_at`, NEW.`signing_key_id`)
  ON CONFLICT (`session_id`) DO UPDATE SET `jti_hash` = NEW.`jti_hash`, `issued_at` = NEW.`issued_at`,
    `expires_at` = NEW.`expires_at`, `signing_key_id` = NEW.`signing_key_id`;
END;
