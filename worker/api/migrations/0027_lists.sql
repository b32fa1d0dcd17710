CREATE INDEX `signals_by_entry_at` ON `signals` (`entry_at`);
CREATE INDEX `signals_by_expires_at` ON `signals` (`expires_at`);
CREATE INDEX `signals_by_payout` ON `signals` (`payout`);
CREATE INDEX `signals_late` ON `signals` (`published_seq`) WHERE `is_late` = 1;
CREATE INDEX `signals_corrected` ON `signals` (`published_seq`) WHERE `corrected_from` IS NOT NULL;
CREATE INDEX `signals_otc` ON `signals` (`published_seq`) WHERE `is_otc` = 1;