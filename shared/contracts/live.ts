/** Live news of signals as transmitted, over a WebSocket or by polling. */
import * as v from "valibot";
import { AfterSeq, limitOf } from "./paging.ts";
import { Signal } from "./signals.ts";

/** As `X-D1-Bookmark` of an answer: requests made because of the news must see a state at least as new. */
const Bookmark = v.optional(v.string());

const Seq = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A change of a signal. `seq` is the ledger entry that records it; it orders and identifies the event. */
export const LiveEvent = v.object({
  seq: Seq,
  kind: v.picklist(["published", "settled", "voided"]),
  /** The current state, which may be later than `seq`: the settlement or correction then follows as an event of its own. */
  signal: Signal,
});
export type LiveEvent = v.InferOutput<typeof LiveEvent>;

/**
 * Most missed events that are sent to a reader one by one. A reader that missed more is told to reload: one request instead of many
 * messages.
 */
export const LIVE_BACKLOG_LIMIT = 100;

/**
 * Messages of the server over `GET /api/live/?after={seq}`: first the events since `after`, then `ready`, then each event as it
 * happens. On one socket `seq` only rises and no event comes twice.
 */
export const LiveMessage = v.variant("type", [
  v.object({
    type: v.literal("events"),
    events: v.pipe(v.array(LiveEvent), v.maxLength(LIVE_BACKLOG_LIMIT)),
    bookmark: Bookmark,
  }),
  /** All events up to `seq` have been sent. */
  v.object({ type: v.literal("ready"), seq: Seq }),
  /** Too many events were missed, or `after` is not a seq of this ledger: reload, then continue from `seq`. */
  v.object({ type: v.literal("reset"), seq: Seq, bookmark: Bookmark }),
]);
export type LiveMessage = v.InferOutput<typeof LiveMessage>;

/**
 * The only message that a client may send: any other message closes its socket with 1008, one that is too long with 1009 (RFC 6455
 * section 7.4.1). The platform answers it without waking the room.
 */
export const LIVE_PING = "ping";
export const LIVE_PONG = "pong";

/** Answer of `GET /api/live/events/`, for readers whose network blocks WebSockets. */
export const LivePage = v.object({
  /** Oldest first; empty on a reset. */
  results: v.pipe(v.array(LiveEvent), v.maxLength(LIVE_BACKLOG_LIMIT)),
  /** The next value for `after`. */
  seq: Seq,
  /** True in the cases of the message `reset`. */
  is_reset: v.boolean(),
});
export type LivePage = v.InferOutput<typeof LivePage>;

/** Query of the WebSocket. Without `after` it starts from now. */
export const LiveQuery = v.strictObject({ after: v.optional(AfterSeq) });

/** Query of `GET /api/live/events/`; if more than `limit` events were missed, the answer is a reset. */
export const LiveEventsQuery = v.strictObject({
  after: v.optional(AfterSeq),
  limit: limitOf({ default: LIVE_BACKLOG_LIMIT, max: LIVE_BACKLOG_LIMIT }),
});
