/** Lists, choices and forms, above all those of staff. */
import { HOUR_MS } from "#shared/time-units.ts";

/**
 * What platforms for binary options offer; staff are told where a signal or a key is beyond it, in case it was mistyped. Below 50 % two
 * of three must win to break even, and none pays more than the stake.
 */
export const USUAL_PAYOUT = { min: 0.5, max: 1 } as const;

/** From entry to expiry: nobody can follow in less than half a minute, and these platforms' contracts end within a day. */
export const USUAL_LIFE_SECONDS = { min: 30, max: 24 * 60 * 60 } as const;

/** Rows that a list for staff counts: more say no more to whoever looks for one, and so many index entries are read in milliseconds. */
export const COUNTED_ROWS = 10_000;

/** Below this, something else than a percentage may have been typed. Platforms that pay less are rare. */
export const LEAST_USUAL_PAYOUT = 0.1;

/** No platform's odds are higher. */
export const MAX_ODDS = 3;

/** Without a key pressed for so long, a value is complete. */
export const TYPED_MS = 600;

/** How often open signals are asked for: a minute is what is shown of the time that is left. */
export const QUEUE_REFRESH_MS = 60_000;

/** Pages of 100 traders that are loaded to choose from; whoever comes later in the alphabet is published for by the whole handle. */
export const MAX_TRADER_PAGES = 10;

/** Of the time that is left, whole hours say enough from here on. */
export const LONG_TIME_LEFT_MS = 3 * HOUR_MS;

/** Fewer signals of a trader show no habit. */
export const LEAST_USUAL_SIGNALS = 20;

/** No name of so many characters fits a badge. */
export const MAX_BADGE_NAME_CHARACTERS = 40;

/** Options of a combobox: more than anybody reads, and quick to render however many there are. */
export const MAX_OPTIONS_SHOWN = 50;

/** Points a series has at most; in the long run between half of it and all, about as many as a hundred signals have. */
export const MAX_EQUITY_POINTS = 120;

/** Staff look for the latest; an invite serves a week. */
export const MAX_LISTED_INVITES = 500;

/** An index may name 50,000 sitemaps (sitemaps.org); one of them is that of the pages. */
export const MAX_RECORD_SITEMAPS = 49_999;
