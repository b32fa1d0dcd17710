/**
 * Readers of signals, in a Durable Object of the tree of rooms.ts. What happened is in the record, and how far each reader has
 * come is attached to its socket, so a room may sleep (WebSocket hibernation) and wake, or move, without anyone missing or
 * repeating an event. It stores only which rooms it tells. The root alone reads the record when it has grown; what it has read goes
 * along from room to room.
 *
 * Beyond `MAX_LIVE_SOCKETS` readers are sent on to another room; beyond `MAX_LIVE_SOCKETS_PER_ADDRESS` of one address they are turned
 * away and ask every few seconds instead.
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
import { REQUEST_ID_HEADER } from "#worker/http/request-id.ts";
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
  /** Null until first needed, and again after each sleep. Changed only in the turn of a reading. */
  private recent: News | null = null;
  /** What the root has told last. */
  private told: News | null = null;
  /** Counted when first needed, and anew with each announcement: to list them all for each reader would take longer than all the rest. */
  private readers: number | null = null;
  /** Readers that wait until they are taken in. */
  private joining = 0;
  /** Readings of the record, one after the other, so that each starts where the one before it ended. */
  private reading: Promise<unknown> = Promise.resolve();
  /** How often it was asked for, and how many of these the last one answers, having begun after them. */
  private asked = 0;
  private answered = 0;
  private readonly roomsBelow: RoomsBelow;
  private readonly log: Log;
  private readonly logsRequests: boolean;
  /** Mixed into the tags of sockets, so that none tells an address. */
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

  /** Takes a reader in: a WebSocket upgrade with `?after={seq}`. */
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
    // From here to the end nothing waits: no event can fall between what is sent now and the next broadcast.
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
   * For the root: the record has grown to `seq` or beyond, and every reader gets what it has not got. Repeated and late calls do
   * nothing. Without `seq` the record is read afresh, so that nothing is remembered that it no longer says (a name erased).
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

  /** For the others: the same from the room above. False where nobody is here: this room needs to be told no more. */
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

  /** The room of this name has its first reader: from when this returns, it is told of all that is announced. */
  async register(room: string): Promise<void> {
    this.roomsBelow.add(room);
    await this.registerAbove();
  }

  /** Pings never come here, and readers have nothing else to say: each message more would wake the room of everyone. */
  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    const length = typeof message === "string" ? message.length : message.byteLength;
    socket.close(length > MAX_LIVE_MESSAGE_CHARACTERS ? TOO_BIG : POLICY_VIOLATION);
  }

  /** Answers the reader's close, without which its side would wait. */
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

  /** With nobody to tell, what is remembered is out of date from now on, and so is what is being read at this moment. */
  private forget(): void {
    this.reading = this.reading.then(() => (this.recent = null));
  }

  private async recentForReader(seq: number): Promise<News> {
    // Whoever comes later finds the room registered: as long as somebody is here, it stays so.
    if (this.readers === null || this.readers <= 0) await this.registerAbove();
    return this.recentUpTo(seq);
  }

  private async recentUpTo(seq: number): Promise<News> {
    const asked = (this.asked += 1);
    const read = this.reading.then(() => this.readOn(seq, asked));
    // A failed reading is its caller's to report; the next one starts afresh.
    this.reading = read.catch(() => undefined);
    return read;
  }

  private async readOn(seq: number, asked: number): Promise<News> {
    const { recent } = this;
    // Anybody can name a place beyond the record: those who have waited for the same reading share it.
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
    // It has read further for a reader, after what may no longer be so; or the record is another, and shorter.
    this.recent = null;
    return this.readOn(0, this.asked);
  }

  private async bringAll(isAfresh: boolean): Promise<void> {
    // Rooms below are told before this one is busy, and readers whose turn came before are in.
    await scheduler.wait(0);
    const { recent } = this;
    if (recent === null) return;
    // Most stand at the same place, and are sent the same.
    const missedAt = new Map<number, string | null>();
    for (const socket of this.ctx.getWebSockets()) {
      const attachment = v.safeParse(Attachment, socket.deserializeAttachment());
      if (!attachment.success) continue;
      const { seq } = attachment.output;
      // What came late says nothing to whoever has heard of more; the record itself, read afresh, does.
      if (seq === recent.to || (seq > recent.to && !isAfresh)) continue;
      const missed = missedAt.get(seq) ?? missedText(recent, seq);
      missedAt.set(seq, missed);
      bring(socket, missed, recent.to);
    }
  }
}

/** Sends a reader what it has missed and notes on its socket that it has come to `seq`, in one go. */
function bring(socket: WebSocket, missed: string | null, seq: number): void {
  if (missed !== null) send(socket, missed);
  socket.serializeAttachment({ seq } satisfies v.InferOutput<typeof Attachment>);
}

function send(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
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
