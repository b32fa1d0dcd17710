-- All tables of the database, by domain. Times are milliseconds since the epoch (UTC); payouts and money are whole ten-thousandths of the
-- stake. The tables, columns and indexes repeat `worker/api/*/tables.ts`; STRICT, the checks, the triggers and the rows are by hand.

-- Accounts and sessions.

-- A language is added by one INSERT here, where a CHECK would have its table made anew.
CREATE TABLE languages (
  code TEXT PRIMARY KEY NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO languages (code) VALUES ('en'), ('de'), ('fr'), ('it'), ('es');

-- Who may sign in.
CREATE TABLE accounts (
  id TEXT PRIMARY KEY NOT NULL,
  pocketoption_id TEXT NOT NULL UNIQUE CHECK (length(pocketoption_id) BETWEEN 1 AND 64),
  name TEXT NOT NULL DEFAULT '',
  role TEXT NOT NULL DEFAULT 'member' CHECK (role IN ('member', 'staff')),
  language TEXT REFERENCES languages (code),
  time_zone TEXT,
  -- `$pbkdf2-sha256$i=<iterations>$<salt>$<hash>`; null where the account has none.
  passcode_hash TEXT CHECK (passcode_hash LIKE '$pbkdf2-sha256$i=%'),
  id_alone INTEGER NOT NULL DEFAULT 0 CHECK (id_alone IN (0, 1)),
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT;

-- Staff look accounts up by the beginning of an id or a name, whatever its case.
CREATE INDEX accounts_by_search_id ON accounts (pocketoption_id COLLATE NOCASE, id);
CREATE INDEX accounts_by_search_name ON accounts (name COLLATE NOCASE, id);
-- The staff who can sign in: small, and read whenever one of them is about to go.
CREATE INDEX accounts_active_staff ON accounts (id) WHERE role = 'staff' AND is_active = 1;

-- Links by which one becomes a member, or chooses a first passcode.
CREATE TABLE invites (
  id TEXT PRIMARY KEY NOT NULL,
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT;

CREATE INDEX invites_by_account ON invites (account_id);
CREATE INDEX invites_by_expiry ON invites (expires_at, id);

-- One sign-in and every token that came from it.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- As in "Firefox on Windows"; empty where unknown.
  user_agent TEXT NOT NULL DEFAULT '',
  -- Network of the address at sign-in (IPv4 /24, IPv6 /48), never the address; empty where unknown.
  network TEXT NOT NULL DEFAULT '',
  revoked_at INTEGER,
  confirmed_at INTEGER
) STRICT;

CREATE INDEX sessions_by_account ON sessions (account_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- The newest refresh token of each session, in one row without an index. The token itself is never stored: its identifier is kept as a
-- SHA-256, and a successor's identifier can be derived only from its predecessor and a signing key.
CREATE TABLE `session_tokens` (
	`session_id` text PRIMARY KEY NOT NULL REFERENCES `sessions` (`id`) ON DELETE CASCADE,
	`jti_hash` text NOT NULL CHECK (length(`jti_hash`) = 64),
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`signing_key_id` text NOT NULL,
	`earlier` text DEFAULT '[]' NOT NULL CHECK (json_valid(`earlier`))
) STRICT, WITHOUT ROWID;

-- Passkeys, and what they confirm.
CREATE TABLE passkeys (
  id TEXT PRIMARY KEY NOT NULL,
  credential_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  user_handle TEXT NOT NULL,
  public_key TEXT NOT NULL,
  counter INTEGER NOT NULL CHECK (counter >= 0),
  label TEXT NOT NULL CHECK (label <> ''),
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE INDEX passkeys_by_account ON passkeys (account_id, created_at, id);

CREATE TABLE spent_challenges (
  jti TEXT PRIMARY KEY NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expires_at);

-- The record: an append-only, hash-chained ledger, and the read models that are written in the same transaction as the entries they
-- follow from. A trigger lets no row of a read model change but by the entries of the commit that it belongs to: those above the totals'
-- last_seq. The totals come last in a commit.

CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  -- What the writer's clock said.
  clock_at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('published', 'settled', 'voided', 'trader_joined', 'trader_retired')),
  signal_id TEXT,
  payload TEXT NOT NULL,
  prev_hash TEXT NOT NULL CHECK (length(prev_hash) = 64),
  -- Not UNIQUE on purpose: INSERT OR REPLACE would delete the row it collides with, past the DELETE trigger.
  hash TEXT NOT NULL CHECK (length(hash) = 64)
) STRICT;

CREATE INDEX ledger_by_signal ON ledger (signal_id) WHERE signal_id IS NOT NULL;

-- The database has a clock of its own: a writer whose clock is fast cannot take the ledger into the future.
CREATE TRIGGER ledger_follows_its_head BEFORE INSERT ON ledger
BEGIN
  SELECT CASE
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM ledger)
      OR NEW.prev_hash IS NOT coalesce(
        (SELECT hash FROM ledger WHERE seq = NEW.seq - 1),
        '0000000000000000000000000000000000000000000000000000000000000000'
      )
      OR NEW.at < (SELECT at FROM ledger WHERE seq = NEW.seq - 1)
      THEN RAISE(ABORT, 'ledger head has moved')
    WHEN NEW.at <> max(NEW.clock_at, coalesce((SELECT at FROM ledger WHERE seq = NEW.seq - 1), 0))
      OR NEW.at > NEW.clock_at + 60000
      THEN RAISE(ABORT, 'ledger time does not follow from the clock')
    WHEN NEW.clock_at > unixepoch('subsec') * 1000 + 60000
      THEN RAISE(ABORT, 'clock is ahead of the database')
    WHEN NOT json_valid(NEW.payload)
      THEN RAISE(ABORT, 'entry is no JSON')
  END;
END;

CREATE TRIGGER ledger_refuses_update BEFORE UPDATE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

CREATE TRIGGER ledger_refuses_delete BEFORE DELETE ON ledger
BEGIN
  SELECT RAISE(ABORT, 'ledger is append-only');
END;

-- The price of each quote in the entries: one source, asset and time have one price.
CREATE TABLE quotes (
  address TEXT NOT NULL,
  asset TEXT NOT NULL,
  -- As the entry spells it.
  at TEXT NOT NULL,
  price TEXT NOT NULL,
  -- The first entry that has it.
  seq INTEGER NOT NULL,
  PRIMARY KEY (address, asset, at)
) STRICT;

CREATE INDEX quotes_by_seq ON quotes (seq);

CREATE TRIGGER ledger_adds_to_quotes AFTER INSERT ON ledger
WHEN NEW.payload -> 'prices' IS NOT NULL
BEGIN
  INSERT INTO quotes (address, asset, at, price, seq)
  SELECT said.value ->> 'address', published.payload ->> 'asset', quote.value ->> 'at', quote.value ->> 'price', NEW.seq
  FROM json_each(NEW.payload -> 'prices') AS said, json_each(said.value) AS quote, ledger AS published
  WHERE quote.key IN ('entry', 'expiry', 'later') AND quote.type = 'object'
    AND published.signal_id = NEW.signal_id AND published.kind = 'published';
END;

CREATE TRIGGER quotes_keep_their_price BEFORE INSERT ON quotes
WHEN EXISTS (SELECT 1 FROM quotes WHERE address = NEW.address AND asset = NEW.asset AND at = NEW.at)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER quotes_refuse_update BEFORE UPDATE ON quotes
BEGIN
  SELECT RAISE(ABORT, 'quotes stay on the record');
END;

CREATE TRIGGER quotes_refuse_delete BEFORE DELETE ON quotes
BEGIN
  SELECT RAISE(ABORT, 'quotes stay on the record');
END;

-- How far the nightly check has come: with what is new, and with reading the whole again.
CREATE TABLE record_checks (
  reading TEXT PRIMARY KEY NOT NULL CHECK (reading IN ('newest', 'whole')),
  seq INTEGER NOT NULL,
  progress TEXT NOT NULL CHECK (json_valid(progress)),
  checked_at INTEGER NOT NULL,
  began_at INTEGER,
  done_at INTEGER,
  fault TEXT CHECK (json_valid(fault)),
  is_fault_at_head INTEGER NOT NULL CHECK (is_fault_at_head IN (0, 1))
) STRICT;

-- Each trader, and each signal that an entry can still change, as of the last entry that a reading has checked.
CREATE TABLE checked_states (
  reading TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('signal', 'trader')),
  key TEXT NOT NULL,
  state TEXT NOT NULL CHECK (json_valid(state)),
  is_due INTEGER NOT NULL CHECK (is_due IN (0, 1)),
  PRIMARY KEY (reading, kind, key)
) STRICT;

CREATE INDEX checked_states_due ON checked_states (reading) WHERE is_due = 1;

-- `name` is the only personal datum, with `folded`, which is made of it; neither is in the ledger, so that it can be erased. settled, win_rate
-- and rank_low repeat what shared/record/statistics.ts makes of the tally, for sorting; -1 stands for none. evidence and evidence_below are those of
-- shared/record/evidence.ts.
CREATE TABLE traders (
  id INTEGER PRIMARY KEY,
  handle TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  retired_at INTEGER,
  last_seq INTEGER NOT NULL DEFAULT 0,
  settled INTEGER NOT NULL DEFAULT 0,
  win_rate REAL NOT NULL DEFAULT -1,
  rank_low REAL NOT NULL DEFAULT -1,
  evidence REAL NOT NULL DEFAULT 1,
  evidence_below REAL NOT NULL DEFAULT 1,
  -- Whether it ever published a signal under a price rule.
  is_compared INTEGER NOT NULL DEFAULT 0 CHECK (is_compared IN (0, 1)),
  open INTEGER NOT NULL DEFAULT 0,
  won INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  draw INTEGER NOT NULL DEFAULT 0,
  void INTEGER NOT NULL DEFAULT 0,
  void_lost INTEGER NOT NULL DEFAULT 0 CHECK (void_lost >= 0),
  void_unpriced INTEGER NOT NULL DEFAULT 0 CHECK (void_unpriced >= 0),
  by_prices INTEGER NOT NULL DEFAULT 0 CHECK (by_prices >= 0),
  late INTEGER NOT NULL DEFAULT 0,
  late_won INTEGER NOT NULL DEFAULT 0,
  otc_won INTEGER NOT NULL DEFAULT 0 CHECK (otc_won >= 0),
  otc_lost INTEGER NOT NULL DEFAULT 0,
  otc_draw INTEGER NOT NULL DEFAULT 0 CHECK (otc_draw >= 0),
  gains INTEGER NOT NULL DEFAULT 0,
  squared_gains INTEGER NOT NULL DEFAULT 0,
  net INTEGER NOT NULL DEFAULT 0,
  peak INTEGER NOT NULL DEFAULT 0,
  max_drawdown INTEGER NOT NULL DEFAULT 0,
  losing_streak INTEGER NOT NULL DEFAULT 0,
  longest_losing_streak INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX traders_by_joined_at ON traders (joined_at);
CREATE INDEX traders_by_settled ON traders (settled);
CREATE INDEX traders_by_win_rate ON traders (win_rate);
CREATE INDEX traders_by_rank_low ON traders (rank_low);
-- Verdicts read no trader below LEAST_EVIDENCE (shared/record/e-bh.ts).
CREATE INDEX traders_by_evidence ON traders (evidence) WHERE evidence >= 20;
CREATE INDEX traders_by_evidence_below ON traders (evidence_below) WHERE evidence_below >= 20;
CREATE INDEX traders_compared ON traders (is_compared) WHERE is_compared = 1;
CREATE INDEX traders_by_net ON traders (net);
CREATE INDEX traders_by_max_drawdown ON traders (max_drawdown);

CREATE TRIGGER traders_keep_their_handle BEFORE INSERT ON traders
WHEN EXISTS (SELECT 1 FROM traders WHERE handle = NEW.handle OR id = NEW.id)
BEGIN
  SELECT RAISE(ABORT, 'trader exists');
END;

CREATE TRIGGER traders_join_by_an_entry BEFORE INSERT ON traders
WHEN NOT EXISTS (
    SELECT 1 FROM ledger WHERE seq = NEW.last_seq AND seq > (SELECT last_seq FROM totals) AND kind = 'trader_joined'
      AND payload ->> 'trader' = NEW.handle AND at = NEW.joined_at
  )
  OR NEW.retired_at IS NOT NULL OR NEW.settled <> 0 OR NEW.win_rate <> -1 OR NEW.rank_low <> -1
  OR NEW.evidence <> 1 OR NEW.evidence_below <> 1 OR NEW.is_compared <> 0
  OR (
    NEW.open, NEW.won, NEW.lost, NEW.draw, NEW.void, NEW.void_lost, NEW.void_unpriced, NEW.by_prices, NEW.late, NEW.late_won,
    NEW.otc_won, NEW.otc_lost, NEW.otc_draw, NEW.gains, NEW.squared_gains, NEW.net, NEW.peak, NEW.max_drawdown,
    NEW.losing_streak, NEW.longest_losing_streak
  ) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
BEGIN
  SELECT RAISE(ABORT, 'trader does not follow from an entry');
END;

CREATE TRIGGER traders_follow_their_entries BEFORE UPDATE OF
  id, handle, joined_at, retired_at, settled, win_rate, rank_low, evidence, evidence_below, is_compared, open, won, lost, draw, void,
  void_lost, void_unpriced, by_prices, late, late_won, otc_won, otc_lost, otc_draw, gains, squared_gains, net, peak,
  max_drawdown, losing_streak, longest_losing_streak, last_seq
ON traders
WHEN NEW.id <> OLD.id OR NEW.handle <> OLD.handle OR NEW.joined_at <> OLD.joined_at
  OR (
    NEW.open - OLD.open, NEW.won - OLD.won, NEW.lost - OLD.lost, NEW.draw - OLD.draw, NEW.void - OLD.void,
    NEW.void_lost - OLD.void_lost, NEW.void_unpriced - OLD.void_unpriced, NEW.by_prices - OLD.by_prices, NEW.late - OLD.late,
    NEW.late_won - OLD.late_won, NEW.otc_won - OLD.otc_won, NEW.otc_lost - OLD.otc_lost, NEW.otc_draw - OLD.otc_draw,
    NEW.gains - OLD.gains, NEW.squared_gains - OLD.squared_gains, NEW.net - OLD.net,
    NEW.last_seq, 1
  ) IS NOT (
    SELECT
      sum(open), sum(won), sum(lost), sum(draw), sum(void), sum(void_lost), sum(void_unpriced), sum(by_prices), sum(late),
      sum(late_won), sum(otc_won), sum(otc_lost), sum(otc_draw), sum(gains), sum(squared_gains), sum(net),
      max(seq), min(is_followed)
    FROM entry_counts
    WHERE trader_id = NEW.id AND seq > max(OLD.last_seq, (SELECT last_seq FROM totals))
  )
  OR NEW.peak < max(OLD.peak, NEW.net) OR NEW.max_drawdown < max(OLD.max_drawdown, NEW.peak - NEW.net)
  OR NEW.longest_losing_streak < max(OLD.longest_losing_streak, NEW.losing_streak)
  OR (NEW.won <= OLD.won AND NEW.losing_streak <> OLD.losing_streak + NEW.lost - OLD.lost)
  OR (NEW.won > OLD.won AND NEW.losing_streak > NEW.lost - OLD.lost)
  OR NEW.settled <> NEW.won + NEW.lost + NEW.draw
  OR NEW.win_rate <> CASE WHEN NEW.won + NEW.lost = 0 THEN -1 ELSE NEW.won * 1.0 / (NEW.won + NEW.lost) END
  OR NEW.is_compared <> max(OLD.is_compared, EXISTS (
    SELECT 1 FROM signals WHERE trader_id = NEW.id AND price_rule IS NOT NULL
      AND published_seq > max(OLD.last_seq, (SELECT last_seq FROM totals))
  ))
  OR (NEW.retired_at IS NOT OLD.retired_at AND OLD.retired_at IS NOT NULL)
  OR (OLD.retired_at IS NULL AND NEW.retired_at IS NOT (
    SELECT max(at) FROM ledger WHERE seq > (SELECT last_seq FROM totals) AND kind = 'trader_retired'
      AND payload ->> 'trader' = NEW.handle
  ))
BEGIN
  SELECT RAISE(ABORT, 'figures do not follow from an entry');
END;

CREATE TRIGGER traders_refuse_delete BEFORE DELETE ON traders
BEGIN
  SELECT RAISE(ABORT, 'traders stay on the record');
END;

-- Names that traders had before. The name is null once it was erased; that there was one stays.
CREATE TABLE former_trader_names (
  id INTEGER PRIMARY KEY,
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  name TEXT,
  until INTEGER NOT NULL
) STRICT;

CREATE INDEX former_trader_names_by_trader ON former_trader_names (trader_id);

CREATE TRIGGER former_trader_names_are_only_erased BEFORE UPDATE ON former_trader_names
WHEN NEW.id <> OLD.id OR NEW.trader_id <> OLD.trader_id OR NEW.until <> OLD.until OR NEW.name IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'former names stay');
END;

CREATE TRIGGER former_trader_names_refuse_delete BEFORE DELETE ON former_trader_names
BEGIN
  SELECT RAISE(ABORT, 'former names stay');
END;

-- What lists do not read, as JSON: equity points of shared/record/equity-series.ts and what else goes on from signal to signal.
CREATE TABLE trader_equity (
  trader_id INTEGER PRIMARY KEY REFERENCES traders (id),
  series TEXT NOT NULL,
  confidences TEXT NOT NULL,
  purses TEXT NOT NULL,
  moments TEXT NOT NULL
) STRICT;

CREATE TRIGGER trader_equity_follows_on_insert BEFORE INSERT ON trader_equity
WHEN (SELECT last_seq FROM traders WHERE id = NEW.trader_id) <= (SELECT last_seq FROM totals)
BEGIN
  SELECT RAISE(ABORT, 'figures do not follow from an entry');
END;

CREATE TRIGGER trader_equity_follows_on_update BEFORE UPDATE ON trader_equity
WHEN NEW.trader_id <> OLD.trader_id
  OR (SELECT last_seq FROM traders WHERE id = NEW.trader_id) <= (SELECT last_seq FROM totals)
BEGIN
  SELECT RAISE(ABORT, 'figures do not follow from an entry');
END;

CREATE TRIGGER trader_equity_refuses_delete BEFORE DELETE ON trader_equity
BEGIN
  SELECT RAISE(ABORT, 'figures stay on the record');
END;

-- One row: the same tally over all traders.
CREATE TABLE totals (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  traders INTEGER NOT NULL DEFAULT 0,
  retired_traders INTEGER NOT NULL DEFAULT 0,
  last_seq INTEGER NOT NULL DEFAULT 0,
  open INTEGER NOT NULL DEFAULT 0,
  won INTEGER NOT NULL DEFAULT 0,
  lost INTEGER NOT NULL DEFAULT 0,
  draw INTEGER NOT NULL DEFAULT 0,
  void INTEGER NOT NULL DEFAULT 0,
  void_lost INTEGER NOT NULL DEFAULT 0 CHECK (void_lost >= 0),
  void_unpriced INTEGER NOT NULL DEFAULT 0 CHECK (void_unpriced >= 0),
  by_prices INTEGER NOT NULL DEFAULT 0 CHECK (by_prices >= 0),
  late INTEGER NOT NULL DEFAULT 0,
  late_won INTEGER NOT NULL DEFAULT 0,
  otc_won INTEGER NOT NULL DEFAULT 0 CHECK (otc_won >= 0),
  otc_lost INTEGER NOT NULL DEFAULT 0,
  otc_draw INTEGER NOT NULL DEFAULT 0 CHECK (otc_draw >= 0),
  gains INTEGER NOT NULL DEFAULT 0,
  squared_gains INTEGER NOT NULL DEFAULT 0,
  net INTEGER NOT NULL DEFAULT 0,
  peak INTEGER NOT NULL DEFAULT 0,
  max_drawdown INTEGER NOT NULL DEFAULT 0,
  losing_streak INTEGER NOT NULL DEFAULT 0,
  longest_losing_streak INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO totals (id) VALUES (1);

CREATE TRIGGER totals_follow_the_entries BEFORE UPDATE ON totals
WHEN NEW.id <> OLD.id OR (
    NEW.traders - OLD.traders, NEW.retired_traders - OLD.retired_traders, NEW.open - OLD.open, NEW.won - OLD.won,
    NEW.lost - OLD.lost, NEW.draw - OLD.draw, NEW.void - OLD.void, NEW.void_lost - OLD.void_lost,
    NEW.void_unpriced - OLD.void_unpriced, NEW.by_prices - OLD.by_prices, NEW.late - OLD.late,
    NEW.late_won - OLD.late_won, NEW.otc_won - OLD.otc_won, NEW.otc_lost - OLD.otc_lost, NEW.otc_draw - OLD.otc_draw,
    NEW.gains - OLD.gains, NEW.squared_gains - OLD.squared_gains, NEW.net - OLD.net,
    NEW.last_seq, 1
  ) IS NOT (
    SELECT
      sum(kind = 'trader_joined'), sum(kind = 'trader_retired'), sum(open), sum(won), sum(lost), sum(draw), sum(void),
      sum(void_lost), sum(void_unpriced), sum(by_prices), sum(late), sum(late_won), sum(otc_won), sum(otc_lost), sum(otc_draw),
      sum(gains), sum(squared_gains), sum(net), max(seq), min(is_followed)
    FROM entry_counts WHERE seq > OLD.last_seq
  )
  OR NEW.peak < max(OLD.peak, NEW.net) OR NEW.max_drawdown < max(OLD.max_drawdown, NEW.peak - NEW.net)
  OR NEW.longest_losing_streak < max(OLD.longest_losing_streak, NEW.losing_streak)
  OR (NEW.won <= OLD.won AND NEW.losing_streak <> OLD.losing_streak + NEW.lost - OLD.lost)
  OR (NEW.won > OLD.won AND NEW.losing_streak > NEW.lost - OLD.lost)
  OR EXISTS (
    SELECT 1 FROM entry_counts JOIN traders ON traders.id = trader_id WHERE seq > OLD.last_seq AND last_seq < seq
  )
BEGIN
  SELECT RAISE(ABORT, 'figures do not follow from an entry');
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

-- A settlement that recorded too much can be corrected, and only downwards: won to draw or lost, draw to lost. The first outcome stays in
-- the ledger; here stands the newest correction and the outcome before it.
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
  payout INTEGER NOT NULL CHECK (payout BETWEEN 1 AND 10000),
  confidence INTEGER CHECK (confidence BETWEEN 50 AND 99),
  is_late INTEGER NOT NULL CHECK (is_late IN (0, 1)),
  -- On an asset whose price the trading platform makes itself: counted apart.
  is_otc INTEGER NOT NULL CHECK (is_otc IN (0, 1)),
  outcome TEXT NOT NULL CHECK (outcome IN ('open', 'won', 'lost', 'draw', 'void')),
  settled_at INTEGER,
  settled_seq INTEGER REFERENCES ledger (seq),
  void_reason TEXT,
  counts_as_lost INTEGER NOT NULL
    CHECK (counts_as_lost IN (0, 1) AND (counts_as_lost = 0 OR outcome = 'void')),
  corrected_from TEXT CHECK (corrected_from IN ('won', 'draw')),
  corrected_at INTEGER,
  corrected_seq INTEGER REFERENCES ledger (seq),
  correction_reason TEXT,
  price_rule TEXT CHECK (json_valid(price_rule)),
  stated_price TEXT,
  prices TEXT CHECK (prices IS NULL OR (json_valid(prices) AND price_rule IS NOT NULL)),
  evidence TEXT CHECK (json_valid(evidence)),
  -- Of shared/record/evidence.ts, as JSON: while the signal is open or can be corrected.
  stakes TEXT CHECK (json_valid(stakes) AND (stakes IS NOT NULL OR outcome <> 'open')),
  CHECK ((outcome = 'open') = (settled_at IS NULL)),
  CHECK ((outcome = 'open') = (settled_seq IS NULL)),
  CHECK (void_reason IS NULL OR outcome = 'void')
) STRICT;

-- Every list is newest first by published_seq, the rowid, which ends each index: one index for each set of filters, so that a page costs
-- the same however rare what it asks for is.
CREATE INDEX signals_by_trader ON signals (trader_id);
CREATE INDEX signals_by_asset ON signals (asset);
CREATE INDEX signals_by_outcome ON signals (outcome);
CREATE INDEX signals_by_trader_asset ON signals (trader_id, asset);
CREATE INDEX signals_by_trader_outcome ON signals (trader_id, outcome);
CREATE INDEX signals_by_asset_outcome ON signals (asset, outcome);
CREATE INDEX signals_by_trader_asset_outcome ON signals (trader_id, asset, outcome);
CREATE INDEX signals_by_published_at ON signals (published_at);
CREATE INDEX signals_by_entry_at ON signals (entry_at);
CREATE INDEX signals_by_expires_at ON signals (expires_at);
CREATE INDEX signals_by_payout ON signals (payout);
CREATE INDEX signals_late ON signals (published_seq) WHERE is_late = 1;
CREATE INDEX signals_corrected ON signals (published_seq) WHERE corrected_from IS NOT NULL;
CREATE INDEX signals_otc ON signals (published_seq) WHERE is_otc = 1;
CREATE INDEX signals_open_by_deadline ON signals (settle_by) WHERE outcome = 'open';

CREATE TRIGGER signals_are_published_once BEFORE INSERT ON signals
WHEN EXISTS (SELECT 1 FROM signals WHERE id = NEW.id OR published_seq = NEW.published_seq)
BEGIN
  SELECT RAISE(ABORT, 'signal exists');
END;

CREATE TRIGGER signals_are_settled_once BEFORE UPDATE ON signals
WHEN NEW.published_seq <> OLD.published_seq OR NEW.id <> OLD.id OR NEW.trader_id <> OLD.trader_id
  OR NEW.asset <> OLD.asset OR NEW.direction <> OLD.direction OR NEW.published_at <> OLD.published_at
  OR NEW.entry_at <> OLD.entry_at OR NEW.expires_at <> OLD.expires_at OR NEW.settle_by <> OLD.settle_by
  OR NEW.payout <> OLD.payout OR (OLD.outcome <> 'open' AND NEW.is_late <> OLD.is_late)
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

CREATE TRIGGER signals_keep_their_otc_mark BEFORE UPDATE ON signals
WHEN NEW.is_otc <> OLD.is_otc
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

-- What was said before the outcome stays as it was said.
CREATE TRIGGER signals_keep_their_confidence BEFORE UPDATE ON signals
WHEN NEW.confidence IS NOT OLD.confidence
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

-- What was staked is given up once nothing can come back, and never changes.
CREATE TRIGGER signals_keep_their_stakes BEFORE UPDATE ON signals
WHEN NEW.stakes IS NOT OLD.stakes AND (NEW.stakes IS NOT NULL OR NEW.outcome = OLD.outcome)
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

CREATE TRIGGER signals_keep_their_prices BEFORE UPDATE ON signals
WHEN NEW.price_rule IS NOT OLD.price_rule OR NEW.stated_price IS NOT OLD.stated_price
  OR (OLD.outcome <> 'open' AND (NEW.prices IS NOT OLD.prices OR NEW.evidence IS NOT OLD.evidence))
  -- What followed from prices is corrected by nobody.
  OR (OLD.prices IS NOT NULL AND NEW.outcome <> OLD.outcome)
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

CREATE TRIGGER signals_say_what_was_published BEFORE INSERT ON signals
WHEN NOT EXISTS (
  SELECT 1 FROM ledger JOIN traders ON handle = payload ->> 'trader'
  WHERE seq = NEW.published_seq AND kind = 'published' AND signal_id = NEW.id AND at = NEW.published_at
    AND traders.id = NEW.trader_id
    AND payload ->> 'asset' = NEW.asset AND payload ->> 'direction' = NEW.direction
    AND unixepoch(payload ->> 'entry_at') * 1000 + substr(payload ->> 'entry_at', 21, 3) = NEW.entry_at
    AND unixepoch(payload ->> 'expires_at') * 1000 + substr(payload ->> 'expires_at', 21, 3) = NEW.expires_at
    AND unixepoch(payload ->> 'settle_by') * 1000 + substr(payload ->> 'settle_by', 21, 3) = NEW.settle_by
    AND round(payload ->> 'payout' * 10000) = NEW.payout AND payload ->> 'confidence' IS NEW.confidence
    AND payload ->> 'is_late' = (NEW.entry_at < NEW.published_at) AND coalesce(payload ->> 'is_otc', 0) = NEW.is_otc
    AND payload -> 'price_rule' IS NEW.price_rule AND payload ->> 'stated_price' IS NEW.stated_price
  )
  OR coalesce(NEW.corrected_from, NEW.corrected_at, NEW.corrected_seq, NEW.correction_reason) IS NOT NULL
  OR (NEW.outcome = 'open' AND coalesce(NEW.prices, NEW.evidence) IS NOT NULL)
  OR NEW.is_late <> (NEW.entry_at < NEW.published_at OR (NEW.outcome NOT IN ('open', 'void') AND EXISTS (
    SELECT 1 FROM json_each(NEW.prices)
    WHERE unixepoch(value ->> '$.entry.at') * 1000 + substr(value ->> '$.entry.at', 21, 3) <= NEW.published_at
  )))
  OR (NEW.outcome <> 'open' AND NOT EXISTS (
    SELECT 1 FROM ledger WHERE seq = NEW.settled_seq AND at = NEW.settled_at AND signal_id = NEW.id
    AND payload -> 'prices' IS NEW.prices AND payload -> 'evidence' IS NEW.evidence AND (
      (kind = 'settled' AND payload ->> 'cause' <> 'correction' AND payload ->> 'outcome' = NEW.outcome
        AND NEW.counts_as_lost = 0 AND NEW.void_reason IS NULL
        AND (NEW.price_rule IS NULL OR NEW.prices IS NOT NULL))
      OR (kind = 'voided' AND NEW.outcome = 'void' AND payload ->> 'reason' IS NEW.void_reason
        AND CASE WHEN payload ->> 'cause' IS NULL THEN NEW.price_rule IS NULL OR at < NEW.entry_at
          ELSE NEW.price_rule IS NOT NULL END
        AND NEW.counts_as_lost = (at >= NEW.entry_at AND payload ->> 'cause' IS NULL))
    )
  ))
BEGIN
  SELECT RAISE(ABORT, 'signal is not as its entry says');
END;

-- A signal is late too that prices end and whose price at entry had been made when it was published.
CREATE TRIGGER signals_are_late_by_their_prices BEFORE UPDATE ON signals
WHEN OLD.outcome = 'open' AND NEW.is_late <> (OLD.is_late OR (NEW.outcome <> 'void' AND EXISTS (
  SELECT 1 FROM json_each(NEW.prices)
  WHERE unixepoch(value ->> '$.entry.at') * 1000 + substr(value ->> '$.entry.at', 21, 3) <= NEW.published_at
)))
BEGIN
  SELECT RAISE(ABORT, 'signal is not as its entry says');
END;

CREATE TRIGGER signals_end_by_their_entry BEFORE UPDATE ON signals
WHEN OLD.outcome = 'open' AND NOT EXISTS (
  SELECT 1 FROM ledger WHERE seq = NEW.settled_seq AND at = NEW.settled_at AND signal_id = NEW.id
    AND payload -> 'prices' IS NEW.prices AND payload -> 'evidence' IS NEW.evidence AND (
    (kind = 'settled' AND payload ->> 'cause' <> 'correction' AND payload ->> 'outcome' = NEW.outcome
      AND NEW.counts_as_lost = 0 AND NEW.void_reason IS NULL
      AND (NEW.price_rule IS NULL OR NEW.prices IS NOT NULL))
    OR (kind = 'voided' AND NEW.outcome = 'void' AND payload ->> 'reason' IS NEW.void_reason
      AND CASE WHEN payload ->> 'cause' IS NULL THEN NEW.price_rule IS NULL OR at < NEW.entry_at
        ELSE NEW.price_rule IS NOT NULL END
      AND NEW.counts_as_lost = (at >= NEW.entry_at AND payload ->> 'cause' IS NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'signal is not as its entry says');
END;

CREATE TRIGGER signals_refuse_delete BEFORE DELETE ON signals
BEGIN
  SELECT RAISE(ABORT, 'signals stay on the record');
END;

-- What each entry adds to the figures of its trader and of all: the same as shared/record/tally.ts, which has the words for it. A correction takes
-- back what was counted before. It says so only once the signal is as the entry says (`is_followed`): figures come after their signals.
CREATE VIEW entry_counts AS
SELECT seq, kind, trader_id, is_followed,
  (kind = 'published') - (kind = 'voided' OR (kind = 'settled' AND counted IS NULL)) AS open,
  (counts IS 'won') - (counted IS 'won') AS won,
  (counts IS 'lost') - (counted IS 'lost') AS lost,
  (counts IS 'draw') - (counted IS 'draw') AS draw,
  counts IS 'void' AS void,
  is_void_lost AS void_lost,
  counts IS 'void_unpriced' AS void_unpriced,
  is_by_prices AND counts IN ('won', 'lost', 'draw') AS by_prices,
  (kind = 'published' AND was_late) + (kind = 'settled' AND counted IS NULL AND is_late > was_late) AS late,
  (counts IS 'late_won') - (counted IS 'late_won') AS late_won,
  (counts IS 'otc_won') - (counted IS 'otc_won') AS otc_won,
  (counts IS 'otc_lost') - (counted IS 'otc_lost') AS otc_lost,
  (counts IS 'otc_draw') - (counted IS 'otc_draw') AS otc_draw,
  ((counts IS 'won') - (counted IS 'won')) * payout AS gains,
  ((counts IS 'won') - (counted IS 'won')) * payout * payout AS squared_gains,
  ((counts IS 'won') - (counted IS 'won')) * payout - ((counts IS 'lost') - (counted IS 'lost')) * 10000 AS net
FROM (
  SELECT seq, kind, trader_id, is_followed, payout, was_late, is_late, is_void_lost, is_by_prices,
    CASE WHEN after = 'won' AND is_late THEN 'late_won'
      WHEN after NOT IN ('void', 'void_unpriced') AND is_otc THEN 'otc_' || after ELSE after END AS counts,
    CASE WHEN before = 'won' AND is_late THEN 'late_won' WHEN is_otc THEN 'otc_' || before ELSE before END AS counted
  FROM (
    SELECT seq, kind, coalesce(trader_id, traders.id) AS trader_id,
      CASE WHEN signal_id IS NULL THEN traders.id IS NOT NULL
        ELSE coalesce(seq IN (published_seq, settled_seq, corrected_seq), 0) END AS is_followed,
      coalesce(payout, 0) AS payout, coalesce(entry_at < published_at, 0) AS was_late, coalesce(is_late, 0) AS is_late,
      coalesce(is_otc, 0) AS is_otc,
      kind = 'voided' AND counts_as_lost AS is_void_lost,
      kind = 'settled' AND payload ->> 'cause' = 'prices' AS is_by_prices,
      CASE WHEN kind = 'settled' THEN payload ->> 'outcome'
        WHEN kind = 'voided' THEN CASE WHEN payload ->> 'cause' = 'no_price' THEN 'void_unpriced'
          WHEN counts_as_lost THEN 'lost' ELSE 'void' END END AS after,
      CASE WHEN payload ->> 'cause' = 'correction' THEN corrected_from END AS before
    FROM ledger
    LEFT JOIN signals ON signals.id = signal_id
    LEFT JOIN traders ON signal_id IS NULL AND handle = payload ->> 'trader'
  )
);

-- Why expired signals stay open without prices.
CREATE TABLE price_waits (
  published_seq INTEGER PRIMARY KEY NOT NULL REFERENCES signals (published_seq),
  reason TEXT NOT NULL,
  address TEXT,
  since INTEGER NOT NULL,
  asked_at INTEGER NOT NULL CHECK (asked_at >= since),
  next_at INTEGER NOT NULL CHECK (next_at > asked_at)
) STRICT;

CREATE TRIGGER signals_wait_no_longer AFTER UPDATE ON signals
WHEN OLD.outcome = 'open' AND NEW.outcome <> 'open'
BEGIN
  DELETE FROM price_waits WHERE published_seq = NEW.published_seq;
END;

-- Sources of prices that cannot be reached.
CREATE TABLE price_outages (
  address TEXT PRIMARY KEY NOT NULL,
  since INTEGER NOT NULL,
  told_at INTEGER CHECK (told_at >= since)
) STRICT;

-- The ledger as a transparency log.

-- Tiles of the ledger's Merkle tree (https://c2sp.org/tlog-tiles). In hexadecimal, as the ledger has its hashes: D1 hands bytes out as
-- lists of numbers, and texts are appended to as they are.
CREATE TABLE log_tiles (
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 63),
  tile_index INTEGER NOT NULL CHECK (tile_index >= 0),
  hashes TEXT NOT NULL CHECK (length(hashes) BETWEEN 64 AND 16384 AND length(hashes) % 64 = 0),
  PRIMARY KEY (level, tile_index)
) STRICT;

-- Only what is new is held against the digits: a CHECK would go through the whole tile each time. Level 0 has a hash for each entry at
-- most, a level above one for each full tile below.
CREATE TRIGGER log_tiles_begin_in_order BEFORE INSERT ON log_tiles
WHEN NEW.tile_index IS NOT (SELECT coalesce(max(tile_index) + 1, 0) FROM log_tiles WHERE level = NEW.level)
  OR EXISTS (
    SELECT 1 FROM log_tiles WHERE level = NEW.level AND tile_index = NEW.tile_index - 1 AND length(hashes) < 16384
  )
  OR NEW.hashes GLOB '*[^0-9a-f]*'
  -- What REPLACE would delete, past the DELETE trigger.
  OR EXISTS (SELECT 1 FROM log_tiles WHERE rowid = NEW.rowid)
  OR NEW.tile_index * 256 + length(NEW.hashes) / 64 > CASE NEW.level
    WHEN 0 THEN (SELECT coalesce(max(seq), 0) FROM ledger)
    ELSE coalesce((
      SELECT tile_index + (length(hashes) = 16384) FROM log_tiles
      WHERE level = NEW.level - 1 ORDER BY tile_index DESC LIMIT 1
    ), 0) END
BEGIN
  SELECT RAISE(ABORT, 'tile does not follow from the entries');
END;

CREATE TRIGGER log_tiles_only_grow BEFORE UPDATE ON log_tiles
WHEN NEW.level <> OLD.level OR NEW.tile_index <> OLD.tile_index
  OR length(NEW.hashes) <= length(OLD.hashes)
  OR substr(NEW.hashes, 1, length(OLD.hashes)) <> OLD.hashes
  OR substr(NEW.hashes, length(OLD.hashes) + 1) GLOB '*[^0-9a-f]*'
  OR NEW.tile_index * 256 + length(NEW.hashes) / 64 > CASE NEW.level
    WHEN 0 THEN (SELECT coalesce(max(seq), 0) FROM ledger)
    ELSE coalesce((
      SELECT tile_index + (length(hashes) = 16384) FROM log_tiles
      WHERE level = NEW.level - 1 ORDER BY tile_index DESC LIMIT 1
    ), 0) END
BEGIN
  SELECT RAISE(ABORT, 'tile does not follow from the entries');
END;

CREATE TRIGGER log_tiles_refuse_delete BEFORE DELETE ON log_tiles
BEGIN
  SELECT RAISE(ABORT, 'tiles stay');
END;

-- What witnesses have seen of the log.
CREATE TABLE log_checkpoints (
  size INTEGER PRIMARY KEY NOT NULL CHECK (size >= 0),
  note TEXT NOT NULL CHECK (note LIKE '%' || char(10) || size || char(10) || '%'),
  first_cosignatures TEXT NOT NULL CHECK (first_cosignatures <> ''),
  first_witnessed_at INTEGER NOT NULL CHECK (first_witnessed_at > 0),
  last_cosignatures TEXT NOT NULL CHECK (last_cosignatures <> ''),
  last_witnessed_at INTEGER NOT NULL,
  -- The beginning of a second, and the end of one.
  CHECK (last_witnessed_at >= first_witnessed_at - 1000)
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
  OR NEW.first_cosignatures <> OLD.first_cosignatures
  OR NEW.first_witnessed_at <> OLD.first_witnessed_at
  OR NEW.last_witnessed_at < OLD.last_witnessed_at
BEGIN
  SELECT RAISE(ABORT, 'what was witnessed first stays');
END;

CREATE TRIGGER log_checkpoints_refuse_delete BEFORE DELETE ON log_checkpoints
BEGIN
  SELECT RAISE(ABORT, 'checkpoints stay');
END;

CREATE TABLE log_witnesses (
  vkey TEXT PRIMARY KEY NOT NULL,
  size INTEGER NOT NULL DEFAULT 0 CHECK (size >= 0),
  succeeded_at INTEGER,
  failed_at INTEGER,
  failure TEXT,
  objected_at INTEGER,
  objection TEXT,
  refused_note TEXT,
  seen_note TEXT,
  CHECK ((failed_at IS NULL) = (failure IS NULL)),
  CHECK ((objected_at IS NULL) = (objection IS NULL)),
  CHECK ((objected_at IS NULL) = (refused_note IS NULL))
) STRICT;

-- Which signals a witness had seen in the log before their entry time.
CREATE TABLE witnessed_signals (
  published_seq INTEGER PRIMARY KEY NOT NULL REFERENCES signals (published_seq),
  trader_id INTEGER NOT NULL REFERENCES traders (id)
) STRICT;

CREATE INDEX witnessed_signals_by_trader ON witnessed_signals (trader_id);

CREATE TABLE witnessed_traders (
  trader_id INTEGER PRIMARY KEY NOT NULL REFERENCES traders (id),
  in_time INTEGER NOT NULL CHECK (in_time > 0)
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

-- What members follow, and how they are told.

-- At most MAX_FOLLOWS per account (shared/contracts/profile.ts).
CREATE TABLE follows (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  followed_at INTEGER NOT NULL,
  is_muted INTEGER NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
  PRIMARY KEY (account_id, trader_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX follows_told ON follows (trader_id, account_id) WHERE is_muted = 0;

CREATE TABLE notification_settings (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  push INTEGER NOT NULL DEFAULT 1 CHECK (push IN (0, 1)),
  quiet_from TEXT CHECK (quiet_from GLOB '[0-2][0-9]:[0-5][0-9]' AND quiet_from < '24'),
  quiet_until TEXT CHECK (quiet_until GLOB '[0-2][0-9]:[0-5][0-9]' AND quiet_until < '24'),
  CHECK ((quiet_from IS NULL) = (quiet_until IS NULL)),
  CHECK (quiet_from <> quiet_until)
) STRICT;

CREATE TABLE push_subscriptions (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  endpoint TEXT NOT NULL UNIQUE CHECK (length(endpoint) <= 2000),
  p256dh TEXT NOT NULL CHECK (length(p256dh) = 87),
  auth TEXT NOT NULL CHECK (length(auth) = 22),
  server_key TEXT NOT NULL CHECK (length(server_key) = 87),
  language TEXT NOT NULL REFERENCES languages (code),
  time_zone TEXT NOT NULL,
  device TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX push_subscriptions_by_account ON push_subscriptions (account_id, id);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (session_id);

-- Whoever ends a session, by whatever call, ends what was subscribed to in it.
CREATE TRIGGER push_subscriptions_end_with_their_session AFTER UPDATE OF revoked_at ON sessions
WHEN NEW.revoked_at IS NOT NULL
BEGIN
  DELETE FROM push_subscriptions WHERE session_id = NEW.id;
END;

-- So does a passcode that is set anew, an account that is switched off or that its id alone opens no more, where the session has expired
-- and is no more.
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

-- One row: up to which entry there are pages of followers.
CREATE TABLE push_progress (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  seq INTEGER NOT NULL CHECK (seq >= 0)
) STRICT;

INSERT INTO push_progress (id, seq) VALUES (1, 0);

-- Who is still to be told of a signal. Numbers are not used again: a message of the queue names one.
CREATE TABLE push_pages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  signal_id TEXT NOT NULL REFERENCES signals (id),
  subscriptions TEXT NOT NULL CHECK (json_valid(subscriptions)),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_at INTEGER NOT NULL
) STRICT;

CREATE INDEX push_pages_by_time ON push_pages (next_at);

-- What staff did.

-- Every act of staff. Accounts stand in it by their random id alone, so that a deleted account is nobody; there is no foreign key, because
-- the entry outlives the account.
CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor_id TEXT NOT NULL,
  action TEXT NOT NULL,
  -- Id or handle of what was acted on.
  target TEXT NOT NULL,
  -- JSON object: what was changed, never personal data.
  detail TEXT NOT NULL CHECK (json_valid(detail)),
  -- Network of the address (IPv4 /24, IPv6 /48); empty where unknown.
  network TEXT NOT NULL,
  request_id TEXT NOT NULL
) STRICT;

-- Every list is newest first by (at, seq); one index for each set of filters.
CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, at);
CREATE INDEX audit_log_by_action ON audit_log (action, at);
CREATE INDEX audit_log_by_actor_action ON audit_log (actor_id, action, at);
CREATE INDEX audit_log_by_target ON audit_log (target, at);

-- INSERT OR REPLACE would delete the row it collides with, past the DELETE trigger.
CREATE TRIGGER audit_log_refuses_replace BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq)
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

CREATE TRIGGER audit_log_refuses_update BEFORE UPDATE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

CREATE TRIGGER audit_log_refuses_delete BEFORE DELETE ON audit_log
BEGIN
  SELECT RAISE(ABORT, 'audit log is append-only');
END;

-- Writes on signals that staff named with an `Idempotency-Key`.
CREATE TABLE idempotency_keys (
  key_hash TEXT PRIMARY KEY NOT NULL,
  request_hash TEXT NOT NULL,
  signal_id TEXT NOT NULL,
  answer TEXT,
  written_at INTEGER NOT NULL
) STRICT;

CREATE INDEX idempotency_keys_by_time ON idempotency_keys (written_at);

-- How signals arrive by machine.

-- Addresses that machines post signals to, each for one trader. The key itself is shown once and never stored.
CREATE TABLE ingest_keys (
  id TEXT PRIMARY KEY NOT NULL,
  -- SHA-256 of the key, which is random enough to need no salt.
  key_hash TEXT NOT NULL UNIQUE CHECK (length(key_hash) = 64),
  trader_id INTEGER NOT NULL REFERENCES traders (id),
  label TEXT NOT NULL,
  -- What a message leaves unsaid: payout in ten-thousandths of the stake, and times in seconds.
  payout INTEGER NOT NULL CHECK (payout BETWEEN 1 AND 10000),
  entry_delay INTEGER NOT NULL CHECK (entry_delay > 0),
  life INTEGER NOT NULL CHECK (life > 0),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  not_understood TEXT NOT NULL DEFAULT '[]',
  -- What its signals may say, set by staff.
  min_payout INTEGER NOT NULL,
  max_payout INTEGER NOT NULL CHECK (max_payout BETWEEN min_payout AND 10000),
  min_life INTEGER NOT NULL,
  max_life INTEGER NOT NULL CHECK (max_life >= min_life),
  assets TEXT NOT NULL,
  -- Whether the `confidence` of its messages is the trader's own: bots also send scores by that name.
  takes_confidence INTEGER NOT NULL CHECK (takes_confidence IN (0, 1))
) STRICT;

CREATE INDEX ingest_keys_by_time ON ingest_keys (created_at, id);

-- What was sent with a usable key: written before its sender is told that it was taken, so that nothing which was is lost. The scheduled
-- job publishes what is still `received`; staff see all of them.
CREATE TABLE ingest_messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  key_id TEXT NOT NULL REFERENCES ingest_keys (id),
  received_at INTEGER NOT NULL,
  request_id TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('received', 'published', 'refused')),
  -- As it came, until it is decided on; then shortened, and without anything that is named like a secret.
  body TEXT NOT NULL,
  -- The sender's id for it, of a header; null once it is decided on.
  given_id TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  signal_id TEXT,
  code TEXT,
  detail TEXT,
  CHECK ((state = 'published') = (signal_id IS NOT NULL)),
  CHECK ((state = 'refused') = (code IS NOT NULL)),
  CHECK ((state = 'refused') = (detail IS NOT NULL))
) STRICT;

CREATE INDEX ingest_messages_by_key ON ingest_messages (key_id);
CREATE INDEX ingest_messages_by_state ON ingest_messages (state);
CREATE INDEX ingest_messages_by_key_state ON ingest_messages (key_id, state);

-- Messages that became signals, written in the transaction that published them: a repeated one collides here.
CREATE TABLE ingest_events (
  key_id TEXT NOT NULL REFERENCES ingest_keys (id),
  idempotency_key TEXT NOT NULL,
  signal_id TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX ingest_events_by_time ON ingest_events (key_id, received_at);

-- Messages that arrive at the same moment are looked up before any of them is written: only the write can count them. One that is published
-- late counts with those of its own minute, not with all that have come since. MAX_ALERTS_PER_MINUTE, and a minute in milliseconds.
CREATE TRIGGER ingest_keys_publish_so_many BEFORE INSERT ON ingest_events
WHEN (
  SELECT count(*) FROM ingest_events
  WHERE key_id = NEW.key_id AND received_at > NEW.received_at - 60000 AND received_at <= NEW.received_at
) >= 60
BEGIN
  SELECT RAISE(ABORT, 'ingest key is exhausted');
END;

-- Signed messages to addresses outside.

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL CHECK (json_valid(events)),
  traders TEXT NOT NULL CHECK (json_valid(traders)),
  secret_version INTEGER NOT NULL CHECK (secret_version >= 1),
  old_secret_until INTEGER CHECK (old_secret_until IS NULL OR secret_version > 1),
  created_at INTEGER NOT NULL,
  off_since INTEGER,
  off_reason TEXT CHECK (off_reason IN ('staff', 'gone')),
  seq INTEGER NOT NULL CHECK (seq >= 0),
  taken_until INTEGER NOT NULL,
  resume_at INTEGER NOT NULL,
  CHECK ((off_since IS NULL) = (off_reason IS NULL))
) STRICT;

CREATE INDEX webhooks_by_time ON webhooks (created_at, id);

CREATE TABLE webhook_deliveries (
  seq INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  ledger_seq INTEGER,
  signal_id TEXT,
  type TEXT NOT NULL
    CHECK (type IN ('signal.published', 'signal.settled', 'signal.voided', 'signal.corrected', 'webhook.test')),
  at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_at INTEGER,
  attempted_at INTEGER,
  status INTEGER,
  words TEXT,
  CHECK ((state = 'pending') = (next_at IS NOT NULL)),
  CHECK ((type = 'webhook.test') = (ledger_seq IS NULL)),
  CHECK ((signal_id IS NULL) = (ledger_seq IS NULL))
) STRICT;

CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (webhook_id, ledger_seq);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id);
CREATE INDEX webhook_deliveries_by_state ON webhook_deliveries (state);
CREATE INDEX webhook_deliveries_by_webhook_state ON webhook_deliveries (webhook_id, state);

-- How fast pages are for those who read them: a histogram per day, page and metric, never a row per visit and nothing about who visits.
-- Kept for VITALS_KEPT_DAYS (shared/contracts/vitals.ts).
CREATE TABLE web_vitals (
  -- Days since the epoch (UTC).
  day INTEGER NOT NULL,
  page TEXT NOT NULL,
  metric TEXT NOT NULL CHECK (metric IN ('lcp', 'inp', 'cls', 'fcp', 'ttfb')),
  -- Which stretch of values (worker/api/vitals/histogram.ts), and how many fell into it.
  bucket INTEGER NOT NULL CHECK (bucket BETWEEN 0 AND 140),
  count INTEGER NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, page, metric, bucket)
) STRICT, WITHOUT ROWID;
