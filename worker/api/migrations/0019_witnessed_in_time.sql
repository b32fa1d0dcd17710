-- Which signals somebody outside had seen in the log before their entry time. STRICT, the checks and the triggers are by hand.
CREATE TABLE `witnessed_signals` (
	`published_seq` integer PRIMARY KEY NOT NULL,
	`trader_id` integer NOT NULL,
	FOREIGN KEY (`published_seq`) REFERENCES `signals`(`published_seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`trader_id`) REFERENCES `traders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;

CREATE INDEX `witnessed_signals_by_trader` ON `witnessed_signals` (`trader_id`);

CREATE TABLE `witnessed_traders` (
	`trader_id` integer PRIMARY KEY NOT NULL,
	`in_time` integer NOT NULL CHECK (`in_time` > 0),
	FOREIGN KEY (`trader_id`) REFERENCES `traders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;

-- Whoever has seen a longer log has seen the signals in it that nobody had seen before.
CREATE TRIGGER log_checkpoints_witness_signals AFTER INSERT ON log_checkpoints
BEGIN
  INSERT INTO witnessed_signals (published_seq, trader_id)
  SELECT published_seq, trader_id FROM signals
  WHERE published_seq <= NEW.size
    AND published_seq > coalesce((SELECT max(size) FROM log_checkpoints WHERE size < NEW.size), 0)
    AND entry_at > NEW.first_witnessed_at;
END;

CREATE TRIGGER witnessed_signals_follow_the_log BEFORE INSERT ON witnessed_signals
WHEN NEW.published_seq IN (SELECT published_seq FROM witnessed_signals)
  OR NOT EXISTS (
    SELECT 1 FROM signals
    WHERE published_seq = NEW.published_seq AND trader_id = NEW.trader_id AND entry_at > (
      SELECT first_witnessed_at FROM log_checkpoints WHERE size >= NEW.published_seq ORDER BY size LIMIT 1
    )
  )
BEGIN
  SELECT RAISE(ABORT, 'nobody had seen this signal in time');
END;

CREATE TRIGGER witnessed_signals_are_counted AFTER INSERT ON witnessed_signals
BEGIN
  INSERT INTO witnessed_traders (trader_id, in_time) VALUES (NEW.trader_id, 1)
  ON CONFLICT (trader_id) DO UPDATE SET in_time = in_time + 1;
END;

CREATE TRIGGER witnessed_signals_refuse_update BEFORE UPDATE ON witnessed_signals
BEGIN
  SELECT RAISE(ABORT, 'what was witnessed in time stays');
END;

CREATE TRIGGER witnessed_signals_refuse_delete BEFORE DELETE ON witnessed_signals
BEGIN
  SELECT RAISE(ABORT, 'what was witnessed in time stays');
END;

CREATE TRIGGER witnessed_traders_refuse_delete BEFORE DELETE ON witnessed_traders
BEGIN
  SELECT RAISE(ABORT, 'what was witnessed in time stays');
END;
