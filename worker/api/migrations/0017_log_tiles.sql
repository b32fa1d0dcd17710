-- Tiles of the ledger's Merkle tree (https://c2sp.org/tlog-tiles). In hexadecimal, as the ledger has its hashes: D1 hands bytes out as
-- lists of numbers, and texts are appended to as they are.
CREATE TABLE `log_tiles` (
	`level` integer NOT NULL CHECK (`level` BETWEEN 0 AND 63),
	`tile_index` integer NOT NULL CHECK (`tile_index` >= 0),
	`hashes` text NOT NULL CHECK (length(`hashes`) BETWEEN 64 AND 16384 AND length(`hashes`) % 64 = 0),
	PRIMARY KEY(`level`, `tile_index`)
) STRICT;

-- By hand, all below. Only what is new is held against the digits: a CHECK would go through the whole tile each time. Level 0 has a hash for each entry at most, a level above one for each full tile below.
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
