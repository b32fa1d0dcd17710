-- Outcomes by prices. The checks, the triggers and the view are by hand.
CREATE TABLE `price_waits` (
	`published_seq` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`address` text,
	`since` integer NOT NULL,
	`asked_at` integer NOT NULL CHECK (`asked_at` >= `since`),
	`next_at` integer NOT NULL CHECK (`next_at` > `asked_at`),
	FOREIGN KEY (`published_seq`) REFERENCES `signals`(`published_seq`) ON UPDATE no action ON DELETE no action
) STRICT;

ALTER TABLE `signals` ADD `price_rule` text CHECK (json_valid(`price_rule`));
ALTER TABLE `signals` ADD `stated_price` text;
ALTER TABLE `signals` ADD `prices` text CHECK (`prices` IS NULL OR (json_valid(`prices`) AND `price_rule` IS NOT NULL));
ALTER TABLE `signals` ADD `evidence` text CHECK (json_valid(`evidence`));
ALTER TABLE `totals` ADD `void_unpriced` integer DEFAULT 0 NOT NULL CHECK (`void_unpriced` >= 0);
ALTER TABLE `totals` ADD `by_prices` integer DEFAULT 0 NOT NULL CHECK (`by_prices` >= 0);
ALTER TABLE `traders` ADD `void_unpriced` integer DEFAULT 0 NOT NULL CHECK (`void_unpriced` >= 0);
ALTER TABLE `traders` ADD `by_prices` integer DEFAULT 0 NOT NULL CHECK (`by_prices` >= 0);

CREATE TRIGGER signals_wait_no_longer AFTER UPDATE ON signals
WHEN OLD.outcome = 'open' AND NEW.outcome <> 'open'
BEGIN
  DELETE FROM price_waits WHERE published_seq = NEW.published_seq;
END;

CREATE TRIGGER signals_keep_their_prices BEFORE UPDATE ON signals
WHEN NEW.price_rule IS NOT OLD.price_rule OR NEW.stated_price IS NOT OLD.stated_price
  OR (OLD.outcome <> 'open' AND (NEW.prices IS NOT OLD.prices OR NEW.evidence IS NOT OLD.evidence))
  -- What followed from prices is corrected by nobody.
  OR (OLD.prices IS NOT NULL AND NEW.outcome <> OLD.outcome)
BEGIN
  SELECT RAISE(ABORT, 'signal is settled for good');
END;

-- The same as before, with what prices add.
DROP TRIGGER signals_say_what_was_published;
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
    AND payload ->> 'is_late' = NEW.is_late AND coalesce(payload ->> 'is_otc', 0) = NEW.is_otc
    AND payload -> 'price_rule' IS NEW.price_rule AND payload ->> 'stated_price' IS NEW.stated_price
  )
  OR coalesce(NEW.corrected_from, NEW.corrected_at, NEW.corrected_seq, NEW.correction_reason) IS NOT NULL
  OR (NEW.outcome = 'open' AND coalesce(NEW.prices, NEW.evidence) IS NOT NULL)
  OR (NEW.outcome <> 'open' AND NOT EXISTS (
    SELECT 1 FROM ledger WHERE seq = NEW.settled_seq AND at = NEW.settled_at AND signal_id = NEW.id
    AND payload -> 'prices' IS NEW.prices AND payload -> 'evidence' IS NEW.evidence AND (
      (kind = 'settled' AND payload ->> 'cause' <> 'correction' AND payload ->> 'outcome' = NEW.outcome
        AND NEW.counts_as_lost = 0 AND NEW.void_reason IS NULL
        -- A worker of an earlier version, after a rollback, would settle without.
        AND (NEW.price_rule IS NULL OR coalesce(NEW.prices, NEW.evidence) IS NOT NULL))
      OR (kind = 'voided' AND NEW.outcome = 'void' AND coalesce(payload ->> 'reason', '') = NEW.void_reason
        AND (payload ->> 'cause' IS NULL OR NEW.price_rule IS NOT NULL)
        AND NEW.counts_as_lost = (clock_at IS NOT NULL AND at >= NEW.expires_at AND payload ->> 'cause' IS NULL))
    )
  ))
BEGIN
  SELECT RAISE(ABORT, 'signal is not as its entry says');
END;

DROP TRIGGER signals_end_by_their_entry;
CREATE TRIGGER signals_end_by_their_entry BEFORE UPDATE ON signals
WHEN OLD.outcome = 'open' AND NOT EXISTS (
  SELECT 1 FROM ledger WHERE seq = NEW.settled_seq AND at = NEW.settled_at AND signal_id = NEW.id
    AND payload -> 'prices' IS NEW.prices AND payload -> 'evidence' IS NEW.evidence AND (
    (kind = 'settled' AND payload ->> 'cause' <> 'correction' AND payload ->> 'outcome' = NEW.outcome
      AND NEW.counts_as_lost = 0 AND NEW.void_reason IS NULL
      AND (NEW.price_rule IS NULL OR coalesce(NEW.prices, NEW.evidence) IS NOT NULL))
    OR (kind = 'voided' AND NEW.outcome = 'void' AND coalesce(payload ->> 'reason', '') = NEW.void_reason
      AND (payload ->> 'cause' IS NULL OR NEW.price_rule IS NOT NULL)
      AND NEW.counts_as_lost = (clock_at IS NOT NULL AND at >= NEW.expires_at AND payload ->> 'cause' IS NULL))
  )
)
BEGIN
  SELECT RAISE(ABORT, 'signal is not as its entry says');
END;

DROP TRIGGER traders_join_by_an_entry;
DROP TRIGGER traders_follow_their_entries;
DROP TRIGGER totals_follow_the_entries;
DROP VIEW entry_counts;

-- What each entry adds to the figures of its trader and of all: the same as shared/tally.ts, which has the words for it. A correction takes
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
  kind = 'published' AND is_late AS late,
  (counts IS 'late_won') - (counted IS 'late_won') AS late_won,
  (counts IS 'otc_won') - (counted IS 'otc_won') AS otc_won,
  (counts IS 'otc_lost') - (counted IS 'otc_lost') AS otc_lost,
  (counts IS 'otc_draw') - (counted IS 'otc_draw') AS otc_draw,
  ((counts IS 'won') - (counted IS 'won') + (counts IS 'lost') - (counted IS 'lost')) * payout AS payouts,
  ((counts IS 'won') - (counted IS 'won')) * payout AS gains,
  ((counts IS 'won') - (counted IS 'won')) * payout * payout AS squared_gains,
  ((counts IS 'won') - (counted IS 'won')) * payout - ((counts IS 'lost') - (counted IS 'lost')) * 10000 AS net
FROM (
  SELECT seq, kind, trader_id, is_followed, payout, is_late, is_void_lost, is_by_prices,
    CASE WHEN after = 'won' AND is_late THEN 'late_won'
      WHEN after NOT IN ('void', 'void_unpriced') AND is_otc THEN 'otc_' || after ELSE after END AS counts,
    CASE WHEN before = 'won' AND is_late THEN 'late_won' WHEN is_otc THEN 'otc_' || before ELSE before END AS counted
  FROM (
    SELECT seq, kind, coalesce(trader_id, traders.id) AS trader_id,
      CASE WHEN signal_id IS NULL THEN traders.id IS NOT NULL ELSE coalesce(seq IN (published_seq, settled_seq, corrected_seq), 0) END
        AS is_followed,
      coalesce(payout, 0) AS payout, coalesce(is_late, 0) AS is_late, coalesce(is_otc, 0) AS is_otc,
      kind = 'voided' AND counts_as_lost AS is_void_lost,
      kind = 'settled' AND payload ->> 'cause' = 'prices' AS is_by_prices,
      CASE WHEN kind = 'settled' THEN payload ->> 'outcome'
        WHEN kind = 'voided' THEN CASE WHEN payload ->> 'cause' = 'no_price' THEN 'void_unpriced' WHEN counts_as_lost THEN 'lost'
          ELSE 'void' END END AS after,
      CASE WHEN payload ->> 'cause' = 'correction' THEN corrected_from END AS before
    FROM ledger
    LEFT JOIN signals ON signals.id = signal_id
    LEFT JOIN traders ON signal_id IS NULL AND handle = payload ->> 'trader'
  )
);

CREATE TRIGGER traders_join_by_an_entry BEFORE INSERT ON traders
WHEN NOT EXISTS (
    SELECT 1 FROM ledger WHERE seq = NEW.last_seq AND seq > (SELECT last_seq FROM totals) AND kind = 'trader_joined'
      AND payload ->> 'trader' = NEW.handle AND at = NEW.joined_at
  )
  OR NEW.retired_at IS NOT NULL OR NEW.settled <> 0 OR NEW.win_rate <> -1 OR NEW.rank_low <> -1 OR NEW.edge_z IS NOT NULL
  OR (NEW.open, NEW.won, NEW.lost, NEW.draw, NEW.void, NEW.void_lost, NEW.void_unpriced, NEW.by_prices, NEW.late, NEW.late_won, NEW.otc_won, NEW.otc_lost,
    NEW.otc_draw, NEW.payouts, NEW.gains, NEW.squared_gains, NEW.net, NEW.peak, NEW.max_drawdown, NEW.losing_streak,
    NEW.longest_losing_streak)
    <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
BEGIN
  SELECT RAISE(ABORT, 'trader does not follow from an entry');
END;

CREATE TRIGGER traders_follow_their_entries BEFORE UPDATE OF
  id, handle, joined_at, retired_at, settled, win_rate, rank_low, edge_z, open, won, lost, draw, void, void_lost, void_unpriced, by_prices,
  late, late_won, otc_won, otc_lost, otc_draw, payouts, gains, squared_gains, net, peak, max_drawdown, losing_streak,
  longest_losing_streak, last_seq
ON traders
WHEN NEW.id <> OLD.id OR NEW.handle <> OLD.handle OR NEW.joined_at <> OLD.joined_at
  OR (
    NEW.open - OLD.open, NEW.won - OLD.won, NEW.lost - OLD.lost, NEW.draw - OLD.draw, NEW.void - OLD.void,
    NEW.void_lost - OLD.void_lost, NEW.void_unpriced - OLD.void_unpriced, NEW.by_prices - OLD.by_prices, NEW.late - OLD.late, NEW.late_won - OLD.late_won, NEW.otc_won - OLD.otc_won,
    NEW.otc_lost - OLD.otc_lost, NEW.otc_draw - OLD.otc_draw, NEW.payouts - OLD.payouts, NEW.gains - OLD.gains,
    NEW.squared_gains - OLD.squared_gains, NEW.net - OLD.net, NEW.last_seq, 1
  ) IS NOT (
    SELECT
      sum(open), sum(won), sum(lost), sum(draw), sum(void), sum(void_lost), sum(void_unpriced), sum(by_prices), sum(late), sum(late_won), sum(otc_won),
      sum(otc_lost), sum(otc_draw), sum(payouts), sum(gains), sum(squared_gains), sum(net), max(seq), min(is_followed)
    FROM entry_counts
    WHERE trader_id = NEW.id AND seq > max(OLD.last_seq, (SELECT last_seq FROM totals))
  )
  OR NEW.peak < max(OLD.peak, NEW.net) OR NEW.max_drawdown < max(OLD.max_drawdown, NEW.peak - NEW.net)
  OR NEW.longest_losing_streak < max(OLD.longest_losing_streak, NEW.losing_streak)
  OR (NEW.won <= OLD.won AND NEW.losing_streak <> OLD.losing_streak + NEW.lost - OLD.lost)
  OR (NEW.won > OLD.won AND NEW.losing_streak > NEW.lost - OLD.lost)
  OR NEW.settled <> NEW.won + NEW.lost + NEW.draw
  OR NEW.win_rate <> CASE WHEN NEW.won + NEW.lost = 0 THEN -1 ELSE NEW.won * 1.0 / (NEW.won + NEW.lost) END
  OR (NEW.retired_at IS NOT OLD.retired_at AND OLD.retired_at IS NOT NULL)
  OR (OLD.retired_at IS NULL AND NEW.retired_at IS NOT (
    SELECT max(at) FROM ledger WHERE seq > (SELECT last_seq FROM totals) AND kind = 'trader_retired'
      AND payload ->> 'trader' = NEW.handle
  ))
BEGIN
  SELECT RAISE(ABORT, 'figures do not follow from an entry');
END;

CREATE TRIGGER totals_follow_the_entries BEFORE UPDATE ON totals
WHEN NEW.id <> OLD.id OR (
    NEW.traders - OLD.traders, NEW.retired_traders - OLD.retired_traders, NEW.open - OLD.open, NEW.won - OLD.won,
    NEW.lost - OLD.lost, NEW.draw - OLD.draw, NEW.void - OLD.void, NEW.void_lost - OLD.void_lost,
    NEW.void_unpriced - OLD.void_unpriced, NEW.by_prices - OLD.by_prices, NEW.late - OLD.late,
    NEW.late_won - OLD.late_won, NEW.otc_won - OLD.otc_won, NEW.otc_lost - OLD.otc_lost, NEW.otc_draw - OLD.otc_draw,
    NEW.payouts - OLD.payouts, NEW.gains - OLD.gains, NEW.squared_gains - OLD.squared_gains, NEW.net - OLD.net,
    NEW.last_seq, 1
  ) IS NOT (
    SELECT
      sum(kind = 'trader_joined'), sum(kind = 'trader_retired'), sum(open), sum(won), sum(lost), sum(draw), sum(void),
      sum(void_lost), sum(void_unpriced), sum(by_prices), sum(late), sum(late_won), sum(otc_won), sum(otc_lost), sum(otc_draw), sum(payouts), sum(gains),
      sum(squared_gains), sum(net), max(seq), min(is_followed)
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
