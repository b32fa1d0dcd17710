ALTER TABLE `signals` ADD `confidence` integer CHECK (`confidence` BETWEEN 50 AND 99);
ALTER TABLE `trader_equity` ADD `confidences` text DEFAULT '[]' NOT NULL;

-- By hand: what was said before the outcome stays as it was said.
CREATE TRIGGER signals_keep_their_confidence BEFORE UPDATE ON signals
WHEN NEW.confidence IS NOT OLD.confidence
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;
