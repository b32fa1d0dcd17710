/** Limits of live rooms and of their readers. */

/** Rooms of live readers: space for 256,000 readers, at the cost of 16 calls and at most 16 small reads after each commit. */
export const LIVE_ROOMS = 16;

/** Readers of one live room: half of the sockets that the platform allows one object (32,768). */
export const MAX_LIVE_SOCKETS = 16_000;

/** Of these, from one client address (IPv6: from one /64): enough for an office, but far too few to fill the room. */
export const MAX_LIVE_SOCKETS_PER_ADDRESS = 100;

/** Longest message of a live reader; a ping has four. */
export const MAX_LIVE_MESSAGE_CHARACTERS = 64;

/**
 * Signals that one page keeps from the live news: hours of a busy site, in about a megabyte. Beyond this the older half is
 * dropped.
 */
export const MAX_LIVE_SIGNALS = 1_000;

/** New signals are announced no more often than this, so that a screen reader can finish reading. */
export const ANNOUNCE_EVERY_MS = 10_000;

/** One signal is requested again after a random time in this range: few readers look at the same signal. */
export const RELOAD_SIGNAL_MS = { least: 0, most: 400 } as const;

/** The same for figures of the whole record: every reader has them, and a thousand must not request them at once. */
export const RELOAD_FIGURES_MS = { least: 500, most: 4_000 } as const;

/** Failed sockets in a row after which a page polls instead, because some networks block sockets. */
export const MAX_SOCKET_FAILURES = 3;

/** Of a page's live connection. */
export const LIVE_TIMES = {
  /** The longest wait for a message after opening a socket or sending a ping. */
  silenceMs: 10_000,
  pingEveryMs: 25_000,
  /** Before a failed socket is opened again. */
  pauseMs: { base: 1_000, max: 30_000 },
  shortestPauseMs: 100,
  /** Between polls. */
  askMs: { base: 5_000, max: 60_000 },
  /** While polling, before the socket is tried again. */
  socketAgainMs: 60_000,
} as const;
