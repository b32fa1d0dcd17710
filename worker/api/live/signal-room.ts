/**
 * Everyone who reads signals live, in one Durable Object. It keeps nothing of its own: what happened is in the record,
 * and how far each reader has come is attached to its socket, so the room may sleep (WebSocket hibernation) and wake, or
 * move, without anyone missing or repeating an event.
 *
 * One room serves all: fan-out of a small message to ten thousand sockets is well within what one object does. Beyond
 * `MAX_LIVE_SOCKETS`, and `MAX_LIVE_SOCKETS_PER_ADDRESS` of one address, readers are turned away and ask every few seconds
 * instead.
 */
import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import {
  LIVE_BACKLOG_LIMIT,
  LIVE_PING,
  LIVE_PONG,
  type LiveMessage,
  LiveQuery,
} from "#shared/contracts/live.ts";
import {
  MAX_LIVE_MESSAGE_CHARACTERS,
  MAX_LIVE_SOCKETS,
  MAX_LIVE_SOCKETS_PER_ADDRESS,
} from "#shared/limits.ts";
import { openSession } from "#worker/api/database.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { clientAddress } from "#worker/api/session/index.ts";
import { type Env, readConfig } from "#worker/config.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import { logToConsole } from "#worker/http/log.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { REQUEST_ID_HEADER } from "#worker/http/request-id.ts";
import { sha256 } from "#worker/http/sha256.ts";
import { type EventRun, readEventsAfter, readNewestEvents, extendRun, missedSince } from "./read-events.ts";

/** Close codes of RFC 6455 section 7.4.1. */
const NORMAL = 1000;
const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;
const WENT_WRONG = 1011;

/** `seq`: the reader has been sent everything up to it. */
const Attachment = v.object({ seq: v.number() });

export class SignalRoom extends DurableObject<Env> {
  /** Null until first needed, and again after each sleep. Only looked at and changed in the turn of a reading. */
  private recent: EventRun | null = null;
  /** Where the newest reading was: what readers ask for because of it is to be as new. */
  private bookmark: string | null = null;
  /** Readers that wait for a reading before they are taken in. */
  private joining = 0;
  /** Readings of the record, one after the other, so that each starts where the one before it ended. */
  private reading: Promise<unknown> = Promise.resolve();
  private readonly logsRequests: boolean;
  /** Mixed into the tags of sockets, so that none tells an address. */
  private readonly secret: string;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const config = readConfig(env);
    this.logsRequests = config.logsRequests;
    this.secret = config.passcodePepper;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Takes a reader in: a WebSocket upgrade with `?after={seq}`. */
  override async fetch(request: Request): Promise<Response> {
    const parsed = parseQuery(LiveQuery, request.url);
    if (!parsed.ok) return parsed.response;
    const requestId = request.headers.get(REQUEST_ID_HEADER) ?? "";
    const readers = this.ctx.getWebSockets().length;
    if (readers >= MAX_LIVE_SOCKETS) {
      logToConsole({ level: "warn", event: "live_room_full", requestId, readers });
      return full();
    }
    const { after } = parsed.query;
    const source = countedNetwork(clientAddress(request.headers));
    const tag = await sha256(`live-reader\n${this.secret}\n${source}`);
    this.joining += 1;
    const recent = await this.recentUpTo(after ?? 0).finally(() => (this.joining -= 1));
    // From here to the end nothing waits: no event can fall between what is sent now and the next broadcast.
    if (this.ctx.getWebSockets(tag).length >= MAX_LIVE_SOCKETS_PER_ADDRESS) {
      logToConsole({ level: "warn", event: "live_readers_throttled", requestId });
      return tooManyOfOneAddress();
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [tag]);
    this.bring(server, recent, after ?? recent.to);
    if (missedSince(recent, after ?? recent.to)) send(server, { type: "ready", seq: recent.to });
    if (this.logsRequests) {
      logToConsole({ level: "info", event: "live_reader_joined", requestId, readers: readers + 1 });
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * The record has grown to `seq` or beyond: every reader gets what it has not got. Repeated and late calls do nothing.
   * Without `seq` the record is read afresh, so that nothing is remembered that it no longer says (a name erased).
   */
  async announce(seq?: number): Promise<void> {
    const hasReaders = this.ctx.getWebSockets().length + this.joining > 0;
    // With nobody to tell, what is remembered is out of date from now on, and so is what is being read at this moment.
    if (seq === undefined || !hasReaders) this.reading = this.reading.then(() => (this.recent = null));
    if (!hasReaders) return;
    const recent = await this.recentUpTo(seq ?? 0);
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = v.safeParse(Attachment, socket.deserializeAttachment());
      if (attachment.success) this.bring(socket, recent, attachment.output.seq);
    }
  }

  /** Pings never come here, and readers have nothing else to say: each message more would wake the room of everyone. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const length = typeof message === "string" ? message.length : message.byteLength;
    socket.close(length > MAX_LIVE_MESSAGE_CHARACTERS ? TOO_BIG : POLICY_VIOLATION);
  }

  /** Answers the reader's close, without which its side would wait. */
  override webSocketClose(socket: WebSocket): void {
    socket.close(NORMAL);
  }

  override webSocketError(socket: WebSocket): void {
    socket.close(WENT_WRONG);
  }

  private async recentUpTo(seq: number): Promise<EventRun> {
    const read = this.reading.then(() => this.readOn(seq));
    // A failed reading is its caller's to report; the next one starts afresh.
    this.reading = read.catch(() => undefined);
    return read;
  }

  private async readOn(seq: number): Promise<EventRun> {
    const { recent } = this;
    if (recent && seq <= recent.to) return recent;
    const { db, bookmark } = openSession(drizzle(this.env.DB), "first-primary");
    const next = recent && (await readEventsAfter(db, recent.to, LIVE_BACKLOG_LIMIT)).run;
    this.recent = recent && next ? extendRun(recent, next) : await readNewestEvents(db);
    this.bookmark = bookmark();
    return this.recent;
  }

  /** Sends what a reader has missed since `seq` and notes on the socket how far it has come, in one go. */
  private bring(socket: WebSocket, recent: EventRun, seq: number): void {
    const missed = missedSince(recent, seq);
    const bookmark = this.bookmark === null ? {} : { bookmark: this.bookmark };
    if (missed === null) send(socket, { type: "reset", seq: recent.to, ...bookmark });
    else if (missed.length > 0) send(socket, { type: "events", events: [...missed], ...bookmark });
    socket.serializeAttachment({ seq: recent.to } satisfies v.InferOutput<typeof Attachment>);
  }
}

function send(socket: WebSocket, message: LiveMessage): void {
  try {
    socket.send(JSON.stringify(message));
  } catch {
    // The reader has just left; it will ask for what it missed when it is back.
  }
}

function tooManyOfOneAddress(): Response {
  const detail = "Too many live readers at your address; ask /api/live/events/ instead.";
  return problemResponse(429, { detail, code: "throttled" }, { "Retry-After": "60" });
}

function full(): Response {
  const problem = { detail: "Too many live readers; ask /api/live/events/ instead.", code: "room_full" };
  return problemResponse(503, problem, { "Retry-After": "60" });
}
