-- How fast pages are for those who read them: a histogram per day, page and metric, never a row per visit and nothing
-- about who visits. Kept for VITALS_KEPT_DAYS (shared/contracts/vitals.ts).
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
