/** Limits for lists, choices and forms, mostly of staff. */
import { HOUR_MS } from "#shared/time/time-units.ts";

/**
 * Payouts that platforms for binary options offer; staff get a warning for a signal or a key beyond them, in case of a
 * typing error. Below 50 % two of three must win to break even, and none pays more than the stake.
 */
export const USUAL_PAYOUT = { min: 0.5, max: 1 } as const;

/** From entry to expiry: nobody can follow in less than half a minute, and these platforms' contracts end within a day. */
export const USUAL_LIFE_SECONDS = { min: 30, max: 24 * 60 * 60 } as const;

/**
 * Rows that a list for staff counts: larger numbers do not help in a search, and so many index entries are read in
 * milliseconds.
 */
export const COUNTED_ROWS = 10_000;

/** A typed value is complete after this time without a key press. */
export const TYPED_MS = 400;

/** Durations that the form for a signal offers, in minutes: the common ones of these platforms. */
export const OFFERED_MINUTES = [1, 5, 15, 60] as const;

/** How often the price beside the form for a signal is requested. */
export const PRICE_REFRESH_MS = 10_000;

/** How often open signals are requested: the time left is shown in minutes. */
export const QUEUE_REFRESH_MS = 60_000;

/** Pages of 100 traders that are loaded for the choice; traders later in the alphabet are entered by their whole handle. */
export const MAX_TRADER_PAGES = 10;

/** From this time on, the time left is shown in whole hours. */
export const LONG_TIME_LEFT_MS = 3 * HOUR_MS;

/** If an entry is further ahead than this, it is shown with its date: it may be tomorrow. */
export const DATED_ENTRY_MS = 12 * HOUR_MS;

/** If a witness was quicker than this, tenths of a second are shown. */
export const QUICK_WITNESS_MS = 10_000;

/** Longest name that fits a badge. */
export const MAX_BADGE_NAME_CHARACTERS = 40;

/** Options of a combobox: more than anybody reads, and quick to render whatever the total. */
export const MAX_OPTIONS_SHOWN = 50;

/** Most points of a series; a long series has at least half as many. */
export const MAX_EQUITY_POINTS = 120;

/** Points of the small curve in a list: it is 120 pixels wide at most. */
export const MAX_CURVE_POINTS = 30;

/** Results in a trader's strip: as many as fit side by side on a phone. */
export const MAX_LAST_RESULTS = 20;

/** Invites in staff's list: enough, because an invite is valid for a week. */
export const MAX_LISTED_INVITES = 500;

/** A sitemap index may name 50,000 sitemaps (sitemaps.org); one of them is for the pages. */
export const MAX_RECORD_SITEMAPS = 49_999;

/** As many as fit beside the other filters in one row. */
export const MAX_BUSY_ASSETS = 6;

/** Newest signals whose assets are counted: enough to tell which are traded most now, and read in a millisecond. */
export const SIGNALS_COUNTED_BY_ASSET = 200;

/** Fewest letters with which a search finds assets by the beginning of their name: fewer match too many. */
export const MIN_NAME_BEGINNING = 3;

/** Pairs of letters by which similar names are searched for: each takes two of the 100 variables of a statement in D1. */
export const MAX_SOUGHT_PAIRS = 24;
