-- What witnesses and time-stamp authorities have seen of the log. The checks and triggers are by hand.
CREATE TABLE `log_checkpoints` (
	`size` integer PRIMARY KEY NOT NULL CHECK (`size` >= 0),
	`note` text NOT NULL CHECK (`note` LIKE '%' || char(10) || `size` || char(10) || '%'),
	`first_cosignatures` text DEFAULT '' NOT NULL,
	`first_witnessed_at` integer NOT NULL CHECK (`first_witnessed_at` > 0),
	`last_cosignatures` text DEFAULT '' NOT NULL,
	`last_witnessed_at` integer NOT NULL,
	`stamp` text,
	`stamped_at` integer,
	CHECK (`last_witnessed_at` >= `first_witnessed_at`),
	CHECK ((`first_cosignatures` = '') = (`last_cosignatures` = '')),
	CHECK ((`stamp` IS NULL) = (`stamped_at` IS NULL)),
	CHECK (`first_cosignatures` <> '' OR `stamp` IS NOT NULL)
) STRICT;

CREATE TABLE `log_observers` (
	`name` text PRIMARY KEY NOT NULL,
	`size` integer DEFAULT 0 NOT NULL CHECK (`size` >= 0),
	`asked_at` integer,
	`succeeded_at` integer,
	`failed_at` integer,
	`failure` text,
	`objected_at` integer,
	`objection` text,
	`refused_note` text,
	`seen_note` text,
	CHECK ((`failed_at` IS NULL) = (`failure` IS NULL)),
	CHECK ((`objected_at` IS NULL) = (`objection` IS NULL)),
	CHECK ((`objected_at` IS NULL) = (`refused_note` IS NULL))
) STRICT;

CREATE TRIGGER log_checkpoints_are_of_the_log BEFORE INSERT ON log_checkpoints
WHEN NEW.size > (SELECT coalesce(max(seq), 0) FROM ledger)
  -- A size that is seen later holds more. Equal to one that is there, REPLACE would delete it past the DELETE trigger.
  OR NEW.size <= (SELECT max(size) FROM log_checkpoints)
BEGIN
  SELECT RAISE(ABORT, 'checkpoint is not a new one of the log');
END;

CREATE TRIGGER log_checkpoints_keep_the_first BEFORE UPDATE ON log_checkpoints
WHEN NEW.size <> OLD.size OR NEW.note <> OLD.note
  OR (OLD.first_cosignatures <> '' AND NEW.first_cosignatures <> OLD.first_cosignatures)
  OR NEW.first_witnessed_at <> OLD.first_witnessed_at
  OR NEW.last_witnessed_at < OLD.last_witnessed_at
  OR (OLD.stamp IS NOT NULL AND (NEW.stamp IS NOT OLD.stamp OR NEW.stamped_at IS NOT OLD.stamped_at))
BEGIN
  SELECT RAISE(ABORT, 'what was witnessed first stays');
END;

CREATE TRIGGER log_checkpoints_refuse_delete BEFORE DELETE ON log_checkpoints
BEGIN
  SELECT RAISE(ABORT, 'checkpoints stay');
END;
