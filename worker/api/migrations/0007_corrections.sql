-- A settlement that recorded too much can be corrected, and only downwards: won to draw or lost, draw to lost. The first
-- outcome stays in the ledger; here stands the newest correction and the outcome before it.
ALTER TABLE signals ADD COLUMN corrected_from TEXT CHECK (corrected_from IN ('won', 'draw'));
ALTER TABLE signals ADD COLUMN corrected_at INTEGER;
ALTER TABLE signals ADD COLUMN corrected_seq INTEGER REFERENCES ledger (seq);
ALTER TABLE signals ADD COLUMN correction_reason TEXT;

DROP TRIGGER signals_are_settled_once;

CREATE TRIGGER signals_are_settled_once BEFORE UPDATE ON signals
WHEN NEW.published_seq <> OLD.published_seq OR NEW.id <> OLD.id OR NEW.trader_id <> OLD.trader_id
  OR NEW.asset <> OLD.asset OR NEW.direction <> OLD.direction OR NEW.published_at <> OLD.published_at
  OR NEW.entry_at <> OLD.entry_at OR NEW.expires_at <> OLD.expires_at OR NEW.settle_by <> OLD.settle_by
  OR NEW.payout <> OLD.payout OR NEW.is_late <> OLD.is_late
  OR (OLD.outcome = 'open' AND coalesce(
    NEW.corrected_from, NEW.corrected_at, NEW.corrected_seq, NEW.correction_reason
  ) IS NOT NULL)
  OR (OLD.outcome <> 'open' AND (
    (OLD.outcome, NEW.outcome) IN (VALUES ('won', 'draw'), ('won', 'lost'), ('draw', 'lost'))
    AND NEW.settled_at = OLD.settled_at AND NEW.settled_seq = OLD.settled_seq
    AND NEW.corrected_from = OLD.outcome
    AND NEW.corrected_seq > coalesce(OLD.corrected_seq, OLD.settled_seq)
    AND EXISTS (
      SELECT 1 FROM ledger WHERE seq = NEW.corrected_seq AND at = NEW.corrected_at AND signal_id = NEW.id
        AND kind = 'settled' AND payload ->> 'cause' = 'correction' AND payload ->> 'outcome' = NEW.outcome
        AND payload ->> 'reason' = NEW.correction_reason
    )
  ) IS NOT TRUE)
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;
