/**
 * A room of live readers, in a Durable Object. It stores nothing: events are in the record, and how far each reader has got
 * is attached to its socket, so that the room may hibernate (WebSocket hibernation), fail or move without any reader missing
 * an event or getting one twice. What it remembers:
 *
 *     nothing ── announcement, or a reader joins ──► reading ──► recent ── announcement to no reader ──► outdated
 *        ▲                                              ▲          │                                        │
 *        └── hibernation, eviction                      ├──────────┘ announcement beyond it                 │
 *                                                       └───────────────────────────── a reader joins ──────┘
 *
 * Each reading of the record brings all readers, and those who join, to its end. A reading that fails changes nothing; the
 * next one delivers what it would have delivered.
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
import { openDatabaseSession } from "#worker/api/database.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { clientAddress } from "#worker/api/session/index.ts";
import { type Env, readConfig } from "#worker/config.ts";
import { createReportingLog } from "#worker/errors/reporting-log.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import type { Log } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";
import { sha256 } from "#worker/http/digests.ts";
import { extendRun, missedSince, type News, readEventsAfter, readNewestEvents } from "./read-events.ts";
import type { Room } from "./rooms.ts";
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
  private recent: News | null = null;
  /** `recent` may no longer be what the record holds. */
  private isOutdated = false;
  /** There is one reading at a time. */
  private reading: Promise<News> | null = null;
  /** Counted when first needed and at each announcement: counting all sockets for each reader would cost more than everything else. */
  private readers: number | null = null;
  /** Readers that wait to be accepted. */
  private joining = 0;
  private readonly log: Log;
  private readonly logsRequests: boolean;
  /** Mixed into the tags of sockets, so that a tag does not reveal an address. */
  private readonly secret: string;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const config = readConfig(env);
    this.log = createReportingLog(config.errorReporting);
    this.logsRequests = config.logsRequests;
    this.secret = config.passcodePepper;
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Accepts a reader: a WebSocket upgrade with `?after={seq}`. A refused reader may poll instead. */
  override async fetch(request: Request): Promise<Response> {
    const parsed = parseQuery(LiveQuery, request.url);
    if (!parsed.ok) return parsed.response;
    const { after } = parsed.query;
    const requestId = request.headers.get(REQUEST_ID_HEADER) ?? "";
    this.readers ??= this.ctx.getWebSockets().length;
    if (this.readers + this.joining >= MAX_LIVE_SOCKETS) {
      this.log({ level: "warn", event: "live_room_full", requestId });
      return refusal(503, "room_full", "Too many live readers");
    }
    this.joining += 1;
    const source = countedNetwork(clientAddress(request.headers));
    const tag = await sha256(`live-reader\n${this.secret}\n${source}`);
    const recent = await this.catchUp(after ?? 0).finally(() => (this.joining -= 1));
    // From here to the end nothing is awaited: no event can fall between what is sent now and the next reading.
    if (this.ctx.getWebSockets(tag).length >= MAX_LIVE_SOCKETS_PER_ADDRESS) {
      this.log({ level: "warn", event: "live_readers_throttled", requestId });
      return refusal(429, "throttled", "Too many live readers at your address");
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [tag]);
    this.readers += 1;
    const seq = after ?? recent.to;
    bring(server, missedText(recent, seq), recent.to);
    if (missedSince(recent, seq))
      send(server, JSON.stringify({ type: "ready", seq: recent.to } satisfies LiveMessage));
    if (this.logsRequests) {
      this.log({ level: "info", event: "live_reader_joined", requestId, readers: this.readers });
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * The record has grown to `seq` or beyond, and every reader gets what it has missed. Repeated and late calls do nothing.
   * Without `seq` all is read again, so that nothing that the record no longer holds stays in memory (an erased name).
   */
  async announce(seq?: number): Promise<void> {
    this.readers = this.ctx.getWebSockets().length;
    const isEmpty = this.readers + this.joining === 0;
    if (isEmpty || seq === undefined) this.isOutdated = true;
    if (!isEmpty) await this.catchUp(seq ?? 0);
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

  /** What is known once the record has been read up to `seq`, or to its end if anybody named a seq beyond it. */
  private async catchUp(seq: number): Promise<News> {
    const known = () => (this.recent && !this.isOutdated && seq <= this.recent.to ? this.recent : null);
    // A reading under way may have begun before the commit. All that wait for it share the next one.
    if (!known()) await this.reading?.catch(() => undefined);
    return known() ?? (this.reading ??= this.readOn().finally(() => (this.reading = null)));
  }

  private async readOn(): Promise<News> {
    if (this.isOutdated) this.recent = null;
    this.isOutdated = false;
    const { recent } = this;
    const { db, bookmark } = openDatabaseSession(drizzle(this.env.DB), "first-primary");
    const next = recent && (await readEventsAfter(db, recent.to, LIVE_BACKLOG_LIMIT)).run;
    const run = recent && next ? extendRun(recent, next) : await readNewestEvents(db);
    this.recent = { ...run, bookmark: bookmark() };
    this.bringAll(this.recent);
    return this.recent;
  }

  private bringAll(recent: News): void {
    // Most readers are at the same seq and get the same text.
    const missedAt = new Map<number, string | null>();
    for (const socket of this.ctx.getWebSockets()) {
      const { seq } = v.parse(Attachment, socket.deserializeAttachment());
      if (seq === recent.to) continue;
      if (!missedAt.has(seq)) missedAt.set(seq, missedText(recent, seq));
      bring(socket, missedAt.get(seq) ?? null, recent.to);
    }
  }
}

/** For a reader that has seen everything up to `seq`; null if nothing is missing. */
function missedText(recent: News, seq: number): string | null {
  const missed = missedSince(recent, seq);
  if (missed?.length === 0) return null;
  const message: LiveMessage =
    missed === null ? { type: "reset", seq: recent.to } : { type: "events", events: [...missed] };
  return JSON.stringify(recent.bookmark === null ? message : { ...message, bookmark: recent.bookmark });
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

function refusal(status: number, code: string, reason: string): Response {
  const problem = { detail: `${reason}; ask /api/live/events/ instead.`, code };
  return problemResponse(status, problem, { "Retry-After": "60" });
}
