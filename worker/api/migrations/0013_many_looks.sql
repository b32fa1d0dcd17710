ALTER TABLE `traders` ADD `edge_z` real;
CREATE INDEX `traders_by_edge_z` ON `traders` (`edge_z`);

-- By hand: what `sortFiguresOf` in shared/statistics.ts makes of the tallies that there are, with the same operations in the same
-- order, so that it is the same to the last bit. In the ranking, records below 30 decided come after all others.
UPDATE traders SET rank_low = (rank_low - 1) / 2 WHERE won + lost BETWEEN 1 AND 29;

WITH
  expectancies AS (
    SELECT *, net / 10000.0 / (won + lost + draw) AS mean FROM traders WHERE won > 0 AND won + lost >= 30
  ),
  edges AS (
    SELECT id, mean,
      net / 10000.0 / sqrt((won + lost) * (gains / 10000.0 / won)) AS of_rate,
      sqrt(
        max(0.0, squared_gains / 100000000.0 + lost - (won + lost + draw) * mean * mean)
        / (won + lost + draw - 1) / (won + lost + draw)
      ) AS error
    FROM expectancies
  )
UPDATE traders SET edge_z = CASE WHEN error > 0 THEN min(of_rate, mean / error) ELSE of_rate END
FROM edges WHERE edges.id = traders.id;
