-- A signal on an asset whose price the trading platform makes itself is counted apart (features 1.3). Whether it is one is said
-- in its `published` entry; entries from before do not say it, and count as they did.
ALTER TABLE signals ADD COLUMN is_otc INTEGER NOT NULL DEFAULT 0 CHECK (is_otc IN (0, 1));

ALTER TABLE traders ADD COLUMN otc_won INTEGER NOT NULL DEFAULT 0 CHECK (otc_won >= 0);
ALTER TABLE traders ADD COLUMN otc_lost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE traders ADD COLUMN otc_draw INTEGER NOT NULL DEFAULT 0 CHECK (otc_draw >= 0);

ALTER TABLE totals ADD COLUMN otc_won INTEGER NOT NULL DEFAULT 0 CHECK (otc_won >= 0);
ALTER TABLE totals ADD COLUMN otc_lost INTEGER NOT NULL DEFAULT 0;
ALTER TABLE totals ADD COLUMN otc_draw INTEGER NOT NULL DEFAULT 0 CHECK (otc_draw >= 0);

CREATE TRIGGER signals_keep_their_otc_mark BEFORE UPDATE ON signals
WHEN NEW.is_otc <> OLD.is_otc
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

CREATE TRIGGER traders_keep_their_otc_losses BEFORE UPDATE ON traders
WHEN NEW.otc_lost < OLD.otc_lost
BEGIN
  SELECT RAISE(ABORT, 'a recorded loss stands');
END;

CREATE TRIGGER totals_keep_their_otc_losses BEFORE UPDATE ON totals
WHEN NEW.otc_lost < OLD.otc_lost
BEGIN
  SELECT RAISE(ABORT, 'a recorded loss stands');
END;
