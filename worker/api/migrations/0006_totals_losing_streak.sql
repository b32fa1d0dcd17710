-- The longest losing streak of all stands as that of each trader does.
DROP TRIGGER totals_keep_their_losses;

CREATE TRIGGER totals_keep_their_losses BEFORE UPDATE ON totals
WHEN NEW.lost < OLD.lost OR NEW.max_drawdown < OLD.max_drawdown OR NEW.traders < OLD.traders
  OR NEW.longest_losing_streak < OLD.longest_losing_streak
BEGIN
  SELECT RAISE(ABORT, 'a recorded loss stands');
END;
