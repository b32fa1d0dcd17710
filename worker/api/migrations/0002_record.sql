-- The record: an append-only, hash-chained ledger, and the read models that are written in the same transaction as the
-- entries they follow from. Times are milliseconds since the epoch; money is whole ten-thousandths of the stake.

CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('published', 'settled', 'voided', 'trader_joined', 'trader_retired')),
  signal_id TEXT,
  payload TEXT NOT NULL,
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 64),
  -- Not UNIQUE on purpose: INSERT OR REPLACE would delete the row it collides with, past the DELETE trigger.
  hash TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;

CREATE INDEX ledger_by_signal ON ledger (signal_id) WHERE signal_id IS NOT NULL;

CREATE TRIGGER ledger_follows_its_head BEFORE INSERT ON ledger
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM ledger)
  OR NEW.prev_hash IS NOT coalesce(
    (SELECT hash FROM ledger WHERE seq = NEW.seq - 1),
    '0000000000000000000000000000000000000000000000000000000000000000'
  )
  OR NEW.at < (SELECT at FROM ledger WHERE seq = NEW.seq - 1)
BEGIN
  SELECT RAISE(ABORT, 'ledger head has moved');
END;

CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

-- `name` is the only personal datum and is not in the ledger, so that it can be erased. win_rate and rank_low repeat
-- what shared/statistics.ts makes of the tally, for sorting; -1 stands for none.
CREATE TABLE traders (
  id INTEGER PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  retired_at INTEGER,
  open INTEGER NOT NULL DEFAULT 0,
  won INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  draw INTEGER NOT NULL DEFAULT 0,
  void INTEGER NOT NULL DEFAULT 0,
  late INTEGER NOT NULL DEFAULT 0,
  late_won INTEGER NOT NULL DEFAULT 0,
  payouts INTEGER NOT NULL DEFAULT 0,
  gains INTEGER NOT NULL DEFAULT 0,
  squared_gains INTEGER NOT NULL DEFAULT 0,
  net INTEGER NOT NULL DEFAULT 0,
  peak INTEGER NOT NULL DEFAULT 0,
  max_drawdown INTEGER NOT NULL DEFAULT 0,
  losing_streak INTEGER NOT NULL DEFAULT 0,
  longest_losing_streak INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  win_rate REAL NOT NULL DEFAULT -1,
  rank_low REAL NOT NULL DEFAULT -1
) STRICT;

CREATE INDEX traders_by_joined_at ON traders (joined_at);
CREATE INDEX traders_by_settled ON traders (settled);
CREATE INDEX traders_by_win_rate ON traders (win_rate);
CREATE INDEX traders_by_rank_low ON traders (rank_low);
CREATE INDEX traders_by_net ON traders (net);
CREATE INDEX traders_by_max_drawdown ON traders (max_drawdown);

CREATE TRIGGER traders_keep_their_handle BEFORE INSERT ON traders
WHEN EXISTS (SELECT 1 FROM traders WHERE handle = NEW.handle OR id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'trader exists');
END;

CREATE TRIGGER traders_keep_their_losses BEFORE UPDATE ON traders
WHEN NEW.id <> OLD.id OR NEW.handle <> OLD.handle OR NEW.joined_at <> OLD.joined_at
  OR NEW.lost < OLD.lost OR NEW.max_drawdown < OLD.max_drawdown
  OR NEW.longest_losing_streak < OLD.longest_losing_streak
  OR (OLD.retired_at IS NOT NULL AND NEW.retired_at IS NOT OLD.retired_at)
BEGIN
  SELECT RAISE(ABORT, 'a recorded loss stands');
END;

CREATE TRIGGER traders_refuse_delete BEFORE DELETE ON traders
BEGIN
  SELECT RAISE(ABORT, 'traders stay on the record');
END;

-- Equity points of shared/equity-series.ts as JSON, apart from traders so that lists do not read them.
CREATE TABLE trader_equity (
  trader_id INTEGER PRIMARY KEY REFERENCES traders (id),
  series TEXT NOT NULL
) STRICT;

-- One row: the same tally over all traders.
CREATE TABLE totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  traders INTEGER NOT NULL DEFAULT 0,
  retired_traders INTEGER NOT NULL DEFAULT 0,
  open INTEGER NOT NULL DEFAULT 0,
  won INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  draw INTEGER NOT NULL DEFAULT 0,
  void INTEGER NOT NULL DEFAULT 0,
  late INTEGER NOT NULL DEFAULT 0,
  late_won INTEGER NOT NULL DEFAULT 0,
  payouts INTEGER NOT NULL DEFAULT 0,
  gains INTEGER NOT NULL DEFAULT 0,
  squared_gains INTEGER NOT NULL DEFAULT 0,
  net INTEGER NOT NULL DEFAULT 0,
  peak INTEGER NOT NULL DEFAULT 0,
  max_drawdown INTEGER NOT NULL DEFAULT 0,
  losing_streak INTEGER NOT NULL DEFAULT 0,
  longest_losing_streak INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO totals (id) VALUES (1);

CREATE TRIGGER totals_keep_their_losses BEFORE UPDATE ON totals
WHEN NEW.lost < OLD.lost OR NEW.max_drawdown < OLD.max_drawdown OR NEW.traders < OLD.traders
BEGIN
  SELECT RAISE(ABORT, 'a recorded loss stands');
END;

CREATE TRIGGER totals_are_one_row BEFORE INSERT ON totals
WHEN EXISTS (SELECT 1 FROM totals)
BEGIN
  SELECT RAISE(ABORT, 'totals stay');
END;

CREATE TRIGGER totals_refuse_delete BEFORE DELETE ON totals
BEGIN
  SELECT RAISE(ABORT, 'totals stay');
END;

CREATE TABLE signals (
  published_seq INTEGER PRIMARY KEY REFERENCES ledger (seq),
  id TEXT NOT NULL UNIQUE,
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  asset TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('up', 'down')),
  published_at INTEGER NOT NULL,
  entry_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > entry_at),
  settle_by INTEGER NOT NULL CHECK (settle_by > expires_at),
  payout INTEGER NOT NULL CHECK (payout > 0),
  is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
  outcome TEXT NOT NULL CHECK (outcome IN ('open', 'won', 'lost', 'draw', 'void')),
  settled_at INTEGER,
  settled_seq INTEGER REFERENCES ledger (seq),
  void_reason TEXT,
  CHECK ((outcome = 'open') = (settled_at IS NULL)),
  CHECK ((outcome = 'open') = (settled_seq IS NULL)),
  CHECK ((outcome = 'void') = (void_reason IS NOT NULL))
) STRICT;

-- Every list is newest first by published_seq, the rowid, which ends each index: one index for each set of filters, so
-- that a page costs the same however rare what it asks for is.
CREATE INDEX signals_by_trader ON signals (trader_id);
CREATE INDEX signals_by_asset ON signals (asset);
CREATE INDEX signals_by_outcome ON signals (outcome);
CREATE INDEX signals_by_trader_asset ON signals (trader_id, asset);
CREATE INDEX signals_by_trader_outcome ON signals (trader_id, outcome);
CREATE INDEX signals_by_asset_outcome ON signals (asset, outcome);
CREATE INDEX signals_by_trader_asset_outcome ON signals (trader_id, asset, outcome);
CREATE INDEX signals_by_published_at ON signals (published_at);
CREATE INDEX signals_open_by_deadline ON signals (settle_by) WHERE outcome = 'open';

CREATE TRIGGER signals_are_published_once BEFORE INSERT ON signals
WHEN EXISTS (SELECT 1 FROM signals WHERE id = NEW.id OR published_seq = NEW.published_seq)
BEGIN
  SELECT RAISE(ABORT, 'signal exists');
END;

CREATE TRIGGER signals_are_settled_once BEFORE UPDATE ON signals
WHEN OLD.outcome <> 'open'
  OR NEW.published_seq <> OLD.published_seq OR NEW.id <> OLD.id OR NEW.trader_id <> OLD.trader_id
  OR NEW.asset <> OLD.asset OR NEW.direction <> OLD.direction OR NEW.published_at <> OLD.published_at
  OR NEW.entry_at <> OLD.entry_at OR NEW.expires_at <> OLD.expires_at OR NEW.settle_by <> OLD.settle_by
  OR NEW.payout <> OLD.payout OR NEW.is_late <> OLD.is_late
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

CREATE TRIGGER signals_refuse_delete BEFORE DELETE ON signals
BEGIN
  SELECT RAISE(ABORT, 'signals stay on the record');
END;
