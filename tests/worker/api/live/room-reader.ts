/** A live reader of a test's own room. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { expect, vi } from "vitest";
import { LiveMessage } from "#shared/contracts/live.ts";
import type { SignalRoom } from "#worker/api/live/index.ts";
import { MAX_LIVE_SOCKETS } from "#shared/limits/live.ts";

export interface RoomReader {
  /** Everything received so far, in order. */
  readonly messages: readonly LiveMessage[];
  /** Seqs of the events received so far, in order. */
  readonly seqs: () => number[];
  readonly socket: WebSocket;
  readonly raw: readonly string[];
  /** Close code, once closed. */
  readonly closed: { code: number | null };
}

/** Nobody tells it but the test. */
export function createRoom(): DurableObjectStub<SignalRoom> {
  return roomNamed(crypto.randomUUID());
}

/** A stub that has met a fault is spent: each call takes its own. */
export function roomNamed(name: string): DurableObjectStub<SignalRoom> {
  return (env.SIGNAL_ROOM as DurableObjectNamespace<SignalRoom>).getByName(name);
}

/** Until it is told something, and counts its readers anew. */
export async function fillRoom(room: DurableObjectStub<SignalRoom>): Promise<void> {
  await runInDurableObject(room, (instance) => Reflect.set(instance, "readers", MAX_LIVE_SOCKETS));
}

export async function readersIn(room: DurableObjectStub<SignalRoom>): Promise<number> {
  return runInDurableObject(room, (_instance, state) => state.getWebSockets().length);
}

/** As a power cut does: its readers are gone. */
export async function restartRoom(room: DurableObjectStub<SignalRoom>): Promise<void> {
  await runInDurableObject(room, (_instance, state) => state.abort("restarted")).catch(() => undefined);
}

/** `address` is the reader's, as the gateway has seen it. */
export function knock(
  room: DurableObjectStub<SignalRoom>,
  query = "",
  address = "203.0.113.1",
): Promise<Response> {
  return room.fetch(`https://tidemark.test/api/live/${query}`, {
    headers: { Upgrade: "websocket", "X-Forwarded-For": address },
  });
}

export async function join(...reader: Parameters<typeof knock>): Promise<RoomReader> {
  const response = await knock(...reader);
  expect(response.status).toBe(101);
  return readFrom(response);
}

export function readFrom({ webSocket: socket }: Response): RoomReader {
  if (!socket) throw new Error("the answer carries no socket");
  const raw: string[] = [];
  const messages: LiveMessage[] = [];
  const closed: { code: number | null } = { code: null };
  socket.addEventListener("message", ({ data }) => {
    raw.push(String(data));
    if (data !== "pong") messages.push(v.parse(LiveMessage, JSON.parse(String(data))));
  });
  socket.addEventListener("close", ({ code }) => {
    closed.code = code;
  });
  socket.accept();
  const seqs = () =>
    messages.flatMap((message) => (message.type === "events" ? message.events.map(({ seq }) => seq) : []));
  return { messages, seqs, socket, raw, closed };
}

/** Waits until `check` passes; then a moment longer, so that what should not come has had its chance. */
export async function until(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { interval: 5, timeout: 3000 });
  await new Promise((resolve) => {
    setTimeout(resolve, 30);
  });
  await check();
}
