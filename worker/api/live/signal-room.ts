/**
 * Readers of signals, in a Durable Object of the tree in rooms.ts. Events are in the record, and how far each reader has got
 * is attached to its socket, so that a room may hibernate (WebSocket hibernation), wake or move without any reader missing
 * an event or getting one twice. It stores only which rooms it informs. Only the root reads the record when it has grown; it
 * passes what it has read from room to room.
 *
 * Beyond `MAX_LIVE_SOCKETS`, readers are referred to another room; beyond `MAX_LIVE_SOCKETS_PER_ADDRESS` for one address
 * they are refused and poll every few seconds instead.
 */
import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import { LIVE_BACKLOG_LIMIT, LIVE_PING, LIVE_PONG, LiveQuery } from "#shared/contracts/live.ts";
import { openSession } from "#worker/api/database.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { clientAddress } from "#worker/api/session/index.ts";
import { type Env, readConfig } from "#worker/config.ts";
import { createReportingLog } from "#worker/errors/reporting-log.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import type { Log } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";
import { sha256 } from "#worker/http/sha256.ts";
import { missedText, readyText } from "./message-text.ts";
import { extendRun, missedSince, type News, readEventsAfter, readNewestEvents } from "./read-events.ts";
import { RoomsBelow } from "./rooms-below.ts";
import { type Room, roomAbove, roomOf } from "./rooms.ts";
import {
  MAX_LIVE_MESSAGE_CHARACTERS,
  MAX_LIVE_SOCKETS,
  MAX_LIVE_SOCKETS_PER_ADDRESS,
} from "#shared/limits/live.ts";

/** Close codes of RFC 6455 section 7.4.1. */
const NORMAL = 1000;
const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;
const WENT_WRONG = 1011;

/** `seq`: the reader has been sent everything up to it. */
const Attachment = v.object({ seq: v.number() });

export class SignalRoom extends DurableObject<Env> implements Room {
  /** Null until first needed, and again after each hibernation. Changed only by the reading in progress. */
  private recent: News | null = null;
  /** What the root has passed on last. */
  private told: News | null = null;
  /**
   * Counted when first needed and at each announcement: counting all sockets for each reader would cost more than everything
   * else.
   */
  private readers: number | null = null;
  /** Readers that wait to be accepted. */
  private joining = 0;
  /** Readings of the record, one after the other, so that each starts where the one before it ended. */
  private reading: Promise<unknown> = Promise.resolve();
  /** How many readings were asked for, and how many of these the last reading answers because it began after them. */
  private asked = 0;
  private answered = 0;
  private readonly roomsBelow: RoomsBelow;
  private readonly log: Log;
  private readonly logsRequests: boolean;
  /** Mixed into the tags of sockets, so that a tag does not reveal an address. */
  private readonly secret: string;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const config = readConfig(env);
    this.log = createReportingLog(config.errorReporting);
    this.roomsBelow = new RoomsBelow(ctx.storage.kv, env.SIGNAL_ROOM, this.log);
    this.logsRequests = config.logsRequests;
    this.secret = config.passcodePepper;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Accepts a reader: a WebSocket upgrade with `?after={seq}`. */
  override async fetch(request: Request): Promise<Response> {
    const parsed = parseQuery(LiveQuery, request.url);
    if (!parsed.ok) return parsed.response;
    const requestId = request.headers.get(REQUEST_ID_HEADER) ?? "";
    this.readers ??= this.ctx.getWebSockets().length;
    if (this.readers + this.joining >= MAX_LIVE_SOCKETS) return full();
    const { after } = parsed.query;
    this.joining += 1;
    const source = countedNetwork(clientAddress(request.headers));
    const tag = await sha256(`live-reader\n${this.secret}\n${source}`);
    const recent = await this.recentForReader(after ?? 0).finally(() => (this.joining -= 1));
    // From here to the end nothing is awaited: no event can fall between what is sent now and the next broadcast.
    if (this.ctx.getWebSockets(tag).length >= MAX_LIVE_SOCKETS_PER_ADDRESS) {
      this.log({ level: "warn", event: "live_readers_throttled", requestId });
      return tooManyOfOneAddress();
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [tag]);
    this.readers += 1;
    const seq = after ?? recent.to;
    bring(server, missedText(recent, seq), recent.to);
    if (missedSince(recent, seq)) send(server, readyText(recent.to));
    if (this.logsRequests) {
      this.log({ level: "info", event: "live_reader_joined", requestId, readers: this.readers });
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * For the root: the record has grown to `seq` or beyond, and every reader gets what it has not got. Repeated and late
   * calls do nothing. Without `seq` the record is read again, so that nothing that it no longer holds stays in memory (an
   * erased name).
   */
  async announce(seq?: number): Promise<void> {
    const isAnyoneHere = this.isAnyoneHere();
    if (seq === undefined || !isAnyoneHere) this.forget();
    if (!isAnyoneHere) return;
    const news = await this.recentUpTo(seq ?? 0);
    if (news === this.told) return;
    this.told = news;
    const isAfresh = seq === undefined;
    const told = this.roomsBelow.tell(news, isAfresh);
    await this.bringAll(isAfresh);
    await told;
  }

  /** For the other rooms: the same, called by the room above. False if nobody is here: this room needs no further calls. */
  async hear(news: News, isAfresh: boolean): Promise<boolean> {
    if (!this.isAnyoneHere()) {
      this.forget();
      return false;
    }
    const told = this.roomsBelow.tell(news, isAfresh);
    await this.takeOver(news, isAfresh);
    await this.bringAll(isAfresh);
    await told;
    return true;
  }

  /** The room of this name has its first reader: after this returns, it gets all announcements. */
  async register(room: string): Promise<void> {
    this.roomsBelow.add(room);
    await this.registerAbove();
  }

  /** Pings do not arrive here, and readers have nothing else to send: every further message would wake the room. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const length = typeof message === "string" ? message.length : message.byteLength;
    socket.close(length > MAX_LIVE_MESSAGE_CHARACTERS ? TOO_BIG : POLICY_VIOLATION);
  }

  /** Answers the reader's close; without this, the reader would wait for it. */
  override webSocketClose(socket: WebSocket): void {
    this.leave(socket, NORMAL);
  }

  override webSocketError(socket: WebSocket): void {
    this.leave(socket, WENT_WRONG);
  }

  private leave(socket: WebSocket, code: number): void {
    if (this.readers !== null) this.readers -= 1;
    socket.close(code);
  }

  private isAnyoneHere(): boolean {
    this.readers = this.ctx.getWebSockets().length;
    return this.readers + this.joining > 0 || !this.roomsBelow.isEmpty();
  }

  private async registerAbove(): Promise<void> {
    const { name = "" } = this.ctx.id;
    const above = roomAbove(name);
    if (above !== null) await roomOf(this.env.SIGNAL_ROOM, above).register(name);
  }

  /** If there are no readers, the events in memory are out of date from now on, and so is a reading in progress. */
  private forget(): void {
    this.reading = this.reading.then(() => (this.recent = null));
  }

  private async recentForReader(seq: number): Promise<News> {
    // Readers that come later find the room registered: it stays so as long as somebody is here.
    if (this.readers === null || this.readers <= 0) await this.registerAbove();
    return this.recentUpTo(seq);
  }

  private async recentUpTo(seq: number): Promise<News> {
    const asked = (this.asked += 1);
    const read = this.reading.then(() => this.readOn(seq, asked));
    // A failed reading is reported by its caller; the next one starts from scratch.
    this.reading = read.catch(() => undefined);
    return read;
  }

  private async readOn(seq: number, asked: number): Promise<News> {
    const { recent } = this;
    // Anybody can name a seq beyond the record: all that waited for the same reading share its result.
    if (recent && (seq <= recent.to || asked <= this.answered)) return recent;
    const answers = this.asked;
    const { db, bookmark } = openSession(drizzle(this.env.DB), "first-primary");
    const next = recent && (await readEventsAfter(db, recent.to, LIVE_BACKLOG_LIMIT)).run;
    const run = recent && next ? extendRun(recent, next) : await readNewestEvents(db);
    this.answered = answers;
    return (this.recent = { ...run, bookmark: bookmark() });
  }

  private async takeOver(news: News, isAfresh: boolean): Promise<void> {
    const taken = this.reading.then(() => this.newestOf(news, isAfresh));
    this.reading = taken.catch(() => undefined);
    await taken;
  }

  private async newestOf(news: News, isAfresh: boolean): Promise<News> {
    const { recent } = this;
    if (!recent || news.to > recent.to || (isAfresh && news.to === recent.to)) return (this.recent = news);
    if (!isAfresh) return recent;
    // A reading for a reader went further, from a state that may be out of date; or the record is another, shorter one.
    this.recent = null;
    return this.readOn(0, this.asked);
  }

  private async bringAll(isAfresh: boolean): Promise<void> {
    // Lets the rooms below be informed before this one is busy, and the readers that came before be accepted.
    await scheduler.wait(0);
    const { recent } = this;
    if (recent === null) return;
    // Most readers are at the same seq and get the same text.
    const missedAt = new Map<number, string | null>();
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = v.safeParse(Attachment, socket.deserializeAttachment());
      if (!attachment.success) continue;
      const { seq } = attachment.output;
      // Late news is no news to a reader that has seen more, unless the record was read again.
      if (seq === recent.to || (seq > recent.to && !isAfresh)) continue;
      const missed = missedAt.get(seq) ?? missedText(recent, seq);
      missedAt.set(seq, missed);
      bring(socket, missed, recent.to);
    }
  }
}

/** Sends a reader what it has missed and notes on its socket that it is at `seq`, in one step. */
function bring(socket: WebSocket, missed: string | null, seq: number): void {
  if (missed !== null) send(socket, missed);
  socket.serializeAttachment({ seq } satisfies v.InferOutput<typeof Attachment>);
}

function send(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    // The reader has just left; it asks for what it missed when it reconnects.
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
