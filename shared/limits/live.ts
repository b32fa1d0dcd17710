/** Live rooms and what their readers keep. */

/** Readers that one live room takes: half of the sockets that the platform lets one object hold (32,768). */
export const MAX_LIVE_SOCKETS = 16_000;

/** Of these, of one client address (IPv6: of one /64): enough for an office, and far too few to fill the room. */
export const MAX_LIVE_SOCKETS_PER_ADDRESS = 100;

/** Rooms of one region: two million readers. Their first tells them all in one run, of the 10,000 calls that the platform lets one make. */
export const MAX_LIVE_ROOMS = 128;

/** Rooms asked for one reader, each twice as far as the one before: the last is 127 rooms from the first. */
export const LIVE_ROOMS_TRIED = 8;

/** Longest message of a live reader; a ping has four. */
export const MAX_LIVE_MESSAGE_CHARACTERS = 64;

/** Signals that one page keeps of the live news: hours of a busy site, in about a megabyte. Beyond it the older half goes. */
export const MAX_LIVE_SIGNALS = 1_000;

/** New signals are read out no more often than this: a screen reader must get to what is read. */
export const ANNOUNCE_EVERY_MS = 10_000;

/** A signal's own answer is asked for again at some time in this span: few readers look at one signal. */
export const RELOAD_SIGNAL_MS = { least: 0, most: 400 } as const;

/** Figures made from the whole record every reader has: a thousand of them must not ask at once. */
export const RELOAD_FIGURES_MS = { least: 500, most: 4_000 } as const;

/** Readers leave full rooms all the time: after this, a place is looked for from any room up to the last one on. */
export const PLACE_KEPT_MS = 60_000;
